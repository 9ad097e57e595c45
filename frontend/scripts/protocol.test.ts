import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { FILES, typesOf } from './protocol.mjs';

for (const { document, target } of FILES) {
  test(`${basename(target)} is what the document says: npm run generate`, async () => {
    expect(readFileSync(target, 'utf-8')).toBe(await typesOf(document));
  });
}
