// What the theme leaves to do for screen readers and keyboards. It puts a navigation landmark without
// a name around the button of every block of code: a page would have dozens of them. And a table that
// is wider than a phone scrolls, which needs the focus.
new MutationObserver(() => {
  for (const buttons of document.querySelectorAll("nav.md-code__nav:not([role])"))
    buttons.setAttribute("role", "none");
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])"))
    table.tabIndex = 0;
}).observe(document.documentElement, { childList: true, subtree: true });
