/** Regenerates src/protocol. */

import { writeFileSync } from 'node:fs';
import { FILES, typesOf } from './protocol.mjs';

for (const { document, target } of FILES) writeFileSync(target, await typesOf(document));
