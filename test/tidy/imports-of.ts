/** Every way in which one file names another: import, export from, import type, import(), import('x').T, require, glob. */
import { posix } from 'node:path';
import { type Expression, Visitor } from 'oxc-parser';
import type { Source } from './source.ts';

export interface Import {
  /** As written, without a `?query`; undefined when it is no literal and so cannot be judged. */
  readonly specifier: string | undefined;
  readonly isTypeOnly: boolean;
  readonly line: number;
}

function literal(node: Expression | { type: string } | undefined): string | undefined {
  if (node === undefined || node.type !== 'Literal' || !('value' in node)) return undefined;
  return typeof node.value === 'string' ? node.value.replace(/\?.*$/, '') : undefined;
}

function isTypeOnly(kind: string | null | undefined, specifiers: readonly { readonly type: string }[]): boolean {
  if (kind === 'type') return true;
  const kinds = specifiers.map((one) =>
    'importKind' in one ? one.importKind : 'exportKind' in one ? one.exportKind : 'value',
  );
  return kinds.length > 0 && kinds.every((each) => each === 'type');
}

/** `require('x')`, `import.meta.resolve('x')`, `import.meta.glob('x')`: the names that load a module by calling. */
function isLoader(callee: Expression): boolean {
  if (callee.type === 'Identifier') return callee.name === 'require';
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'MetaProperty' &&
    callee.property.type === 'Identifier' &&
    ['resolve', 'glob'].includes(callee.property.name)
  );
}

export function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  const add = (specifier: string | undefined, start: number, typeOnly: boolean): void => {
    found.push({ specifier, isTypeOnly: typeOnly, line: source.lineOf(start) });
  };
  new Visitor({
    ImportDeclaration: (node) => add(literal(node.source), node.start, isTypeOnly(node.importKind, node.specifiers)),
    ExportAllDeclaration: (node) => add(literal(node.source), node.start, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => {
      if (node.source !== null) add(literal(node.source), node.start, isTypeOnly(node.exportKind, node.specifiers));
    },
    ImportExpression: (node) => add(literal(node.source), node.start, false),
    TSImportType: (node) => add(literal(node.source), node.start, true),
    TSExternalModuleReference: (node) => add(literal(node.expression), node.start, false),
    CallExpression: (node) => {
      if (isLoader(node.callee)) add(literal(node.arguments[0]), node.start, false);
    },
  }).visit(source.program);
  return found;
}

export type Target =
  | { readonly kind: 'ours'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string };

/** Where a specifier leads: a path in the project, or a package by its name (`node:` for all of Node's own). */
export function resolveTarget(from: string, specifier: string): Target {
  if (specifier.startsWith('.') || specifier.startsWith('/')) {
    return { kind: 'ours', path: posix.normalize(posix.join(posix.dirname(from), specifier)) };
  }
  if (specifier.startsWith('node:')) return { kind: 'package', name: 'node:' };
  const parts = specifier.split('/');
  return { kind: 'package', name: parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/') };
}
