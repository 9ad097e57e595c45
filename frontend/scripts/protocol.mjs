/** TypeScript types of the protocol, generated from the documents of the server's API. */

import { readFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const at = (path) => new URL(path, import.meta.url).pathname;

export const FOLDER = at('../src/protocol');
export const FILES = [
    { document: at('../../docs/api/asyncapi.json'), target: at('../src/protocol/socket.ts') },
    { document: at('../../docs/api/openapi.json'), target: at('../src/protocol/http.ts') },
];

/** The types of a document's schemas, as the text of a module. */
export async function typesOf(document) {
    const { components, operations } = JSON.parse(readFileSync(document, 'utf-8'));
    const { schemas } = components;
    const names = Object.keys(schemas);
    const text = JSON.stringify({
        type: 'object',
        additionalProperties: false,
        required: names,
        properties: Object.fromEntries(names.map((name) => [name, ref(name)])),
        definitions: Object.fromEntries(names.map((name) => [name, closed(schemas[name])])),
    }).replaceAll('#/components/schemas/', '#/definitions/');
    const types = await compile(JSON.parse(text, withTuples), 'Schemas', {
        bannerComment: '/* Made by `make protocol`. */',
        ignoreMinAndMaxItems: true,
        style: { printWidth: 100, singleQuote: true },
    });
    return types + (operations ? unions(operations) : '');
}

/** The union of all messages in each direction. */
function unions({ command, show }) {
    const names = ({ messages }) => messages.map(({ $ref }) => $ref.split('/').at(-1)).join(' | ');
    return `export type FromClient = ${names(command)};\nexport type FromServer = ${names(show)};\n`;
}

const ref = (name) => ({ $ref: `#/components/schemas/${name}` });

/** Tuples in the older form, which the compiler knows. */
function withTuples(_, value) {
    if (!value?.prefixItems) return value;
    const { prefixItems, ...rest } = value;
    return { ...rest, items: prefixItems, additionalItems: false };
}

/** The schema without other fields than its own: the documents are complete. */
function closed(schema) {
    return schema.properties ? { additionalProperties: false, ...schema } : schema;
}
