/** Regenerates src/protocol. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { FILES, FOLDER, typesOf } from './protocol.mjs';

mkdirSync(FOLDER, { recursive: true });
for (const { document, target } of FILES) writeFileSync(target, await typesOf(document));
