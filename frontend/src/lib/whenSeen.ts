/** An attachment that runs something once, when its element comes into view. */
export function whenSeen(run: () => void): (element: Element) => () => void {
  return (element) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((one) => one.isIntersecting)) return;
      observer.disconnect();
      run();
    });
    observer.observe(element);
    return () => observer.disconnect();
  };
}
