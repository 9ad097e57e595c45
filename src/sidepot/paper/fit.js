// The largest type with which everything is on the one side.
const columns = document.querySelector('.columns');
const fits = () =>
  columns.scrollWidth <= columns.clientWidth + 1 && columns.scrollHeight <= columns.clientHeight + 1;
for (let size = 11; size > 3; size -= 0.1) {
  document.documentElement.style.fontSize = `${size}pt`;
  if (fits()) break;
}
document.querySelector('button').addEventListener('click', () => print());
if (location.hash === '#print') print();
