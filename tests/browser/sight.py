"""Measures what a player has in sight: whole on the screen, not scrolled away, not covered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

FAULTS = r"""
() => {
  const faults = [];
  const all = selector => [...document.querySelectorAll(selector)].filter(it =>
    it.getClientRects().length && getComputedStyle(it).visibility === 'visible');
  const named = it => `${it.className?.baseVal ?? it.className} ${(it.innerText ?? '').trim()
    .replace(/\s+/g, ' ').slice(0, 24)}`.trim();
  /* Stages let presses through, but hide all the same. */
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = '.told, .bubble { pointer-events: auto !important }';
  const hidden = (it, x, y) => {
    const found = document.elementFromPoint(x, y);
    return found && (it.contains(found) || found.contains(it)) ? '' :
      found ? `under ${named(found)}` : 'off the screen';
  };
  const look = (what, it, places) => {
    const {left, top, right, bottom} = it.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
      faults.push(`${what}: off the screen (${named(it)})`);
      return;
    }
    const inset = Math.min(8, (right - left) / 4, (bottom - top) / 4);
    const points = places ?? [[0, 0], [1, 0], [0, 1], [1, 1], [0.5, 0.5]];
    for (const [h, v] of points) {
      const x = left + inset + h * (right - left - 2 * inset);
      const y = top + inset + v * (bottom - top - 2 * inset);
      const why = hidden(it, x, y);
      if (why) {
        faults.push(`${what}: ${why} (${named(it)})`);
        return;
      }
    }
  };
  const each = (what, selector, places) => all(selector).forEach(it => look(what, it, places));
  if (!all('[data-dock]').length) return ['no dock'];
  each('pot', '[data-pot]', [[0.5, 0.5], [0, 0.9], [0.9, 0.9]]);
  each('board', '.board > *');
  each('acting or winning seat', '.seat.lit');
  each('hand to beat', '.seat:has(.tag)');
  for (const it of all('.seat:is(.lit, :has(.tag)) .plate b'))
    if (it.clientWidth < Math.min(it.scrollWidth, 30))
      faults.push(`the name ${named(it)} is cut`);
  for (const name of all('.seat .plate b')) {
    const {top, bottom, left, right} = name.getBoundingClientRect();
    for (const mark of name.closest('.seat').querySelectorAll('.tag, .clock, .chance, .won')) {
      const over = mark.getBoundingClientRect();
      if (over.left < right - 1 && over.right > left && over.top < bottom - 2 && over.bottom > top)
        faults.push(`the name ${named(name)} is under ${named(mark)}`);
    }
  }
  each('clock', '[role=timer]', [[0.5, 0.5]]);
  each('own hand in words', '.own-seat .line b', [[0, 0.5]]);
  each('own status', '.own-seat .status:not(:empty)', [[0, 0.5]]);
  each('own stack', '.own-seat .line em', [[0.5, 0.5]]);
  each('banner', '.dock .banner', [[0.1, 0.5]]);
  each('button', '.controls button, .controls a, .hints button',
    [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5]]);
  each('bet', '.controls input', [[0.1, 0.5], [0.9, 0.5]]);
  /* Cards of a row lie over each other up to their indices. */
  const cards = all('.own-hand [data-card]');
  cards.forEach((card, n) => {
    const {left, top, right, bottom} = card.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1)
      faults.push(`own card ${n}: off the screen`);
    else for (const y of [top + 5, (top + bottom) / 2, bottom - 5]) {
      const found = document.elementFromPoint(left + 4, y);
      if (!found || !found.closest('.own-hand')) {
        faults.push(`own card ${n}: under ${found ? named(found) : 'nothing'}`);
        break;
      }
    }
  });
  for (const what of ['.seats', '.dock'])
    for (const it of all(what))
      if (it.scrollHeight > it.clientHeight + 1)
        faults.push(`${what} scrolls by ${it.scrollHeight - it.clientHeight}`);
  for (const it of all('.controls .button, .winners, .hints, .hints p, .board .place'))
    if (it.scrollHeight > it.clientHeight + 2 || it.scrollWidth > it.clientWidth + 1)
      faults.push(`cut: ${named(it)} by ${it.scrollWidth - it.clientWidth}, ` +
        `${it.scrollHeight - it.clientHeight}`);
  for (const it of all('.words:has(.winners)'))
    if (it.scrollHeight > it.clientHeight + 2)
      faults.push(`the result scrolls by ${it.scrollHeight - it.clientHeight}`);
  const text = all('.winners').filter(it => it.clientWidth < 200);
  text.forEach(it => faults.push(`the result is ${it.clientWidth} px wide`));
  for (const one of all('.winners')) for (const button of all('.controls .buttons .button'))
    if (button.getBoundingClientRect().top < one.getBoundingClientRect().bottom - 1) {
      faults.push('a button lies beside or over the result');
      break;
    }
  style.remove();
  return [...new Set(faults)];
}
"""


def faults(page: Page) -> list[str]:
    """All that a player would have to look for."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[Any] = page.evaluate(FAULTS)
    return [str(one) for one in found]
