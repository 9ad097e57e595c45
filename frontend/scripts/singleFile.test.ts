import { expect, test } from 'vitest';
import { inlined } from './singleFile';

const HTML =
  '<head><script type="module" crossorigin src="/a.js"></script>' +
  '<link rel="stylesheet" crossorigin href="/a.css"></head><body></body>';
const files = (...more: { name: string; text: string }[]) => [
  { name: 'verify.html', text: HTML },
  { name: 'a.css', text: 'p{}' },
  { name: 'a.js', text: 'x="</script>$&"' },
  ...more,
];

test('script and style come into the page, after its body', () => {
  expect(inlined(files())).toBe(
    '<head><style>p{}</style></head>' +
      '<body><script type="module">x="<\\/script>$&"</script></body>',
  );
});

test('a build of more files is an error', () => {
  expect(() => inlined(files({ name: 'b.js', text: '' }))).toThrow('b.js');
});
