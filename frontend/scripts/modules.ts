/** The modules of the page: what each imports and exports, read with TypeScript. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

export interface Module {
  path: string;
  imports: Import[];
  /** Names that it exports, without its default. */
  exports: string[];
}

interface Import {
  /** The path as it is written, resolved; without its ending where that is left out. */
  target: string;
  names: string[];
}

const SOURCE = /\.(svelte|ts|mjs)$/;
const ASSET = /\.(css|json)$/;
const SCRIPT = /<script[^>]*>(.*?)<\/script>/gs;

/** All modules in a folder and below it, by their paths from `root`. */
export function readModules(root: string, folder = ''): Module[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf-8' })
    .map((path) => join(folder, path))
    .filter((path) => SOURCE.test(path))
    .map((path) => parseModule(path, readFileSync(join(root, path), 'utf-8')));
}

/** One module, from its text. */
export function parseModule(path: string, text: string): Module {
  const code = path.endsWith('.svelte')
    ? [...text.matchAll(SCRIPT)].map((match) => match[1]).join('\n')
    : text;
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest);
  const module: Module = { path, imports: [], exports: [] };
  const resolve = (target: string) => normalize(join(dirname(path), target));
  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found) module.imports.push({ ...found, target: resolve(found.target) });
    module.exports.push(...exportsOf(node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return module;
}

/** Does this import lead to a module? */
export function leadsTo({ target }: Import, { path }: Module): boolean {
  return path === target || path === `${target}.ts`;
}

/** An import of a module of ours, static or dynamic. */
function importOf(node: ts.Node): Import | null {
  if (ts.isImportDeclaration(node)) {
    const target = (node.moduleSpecifier as ts.StringLiteral).text;
    const isModule = target.startsWith('.') && !ASSET.test(target);
    return isModule ? { target, names: namesOf(node.importClause) } : null;
  }
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword)
    return null;
  const [target] = node.arguments;
  return target && ts.isStringLiteral(target) ? { target: target.text, names: [] } : null;
}

function namesOf(clause: ts.ImportClause | undefined): string[] {
  const bindings = clause?.namedBindings;
  if (!bindings || !ts.isNamedImports(bindings)) return [];
  return bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text);
}

/** The names that a statement exports. */
function exportsOf(node: ts.Node): string[] {
  if (!ts.canHaveModifiers(node)) return [];
  const kinds = ts.getModifiers(node)?.map(({ kind }) => kind) ?? [];
  if (!kinds.includes(ts.SyntaxKind.ExportKeyword)) return [];
  if (kinds.includes(ts.SyntaxKind.DefaultKeyword)) return [];
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.map(({ name }) => (name as ts.Identifier).text);
  const { name } = node as ts.FunctionDeclaration | ts.ClassDeclaration | ts.InterfaceDeclaration;
  return name ? [name.text] : [];
}
