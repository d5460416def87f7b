/** Names that Electron's own declarations know, read from them: what a newer Electron adds is there without anybody writing it down. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, type TSType, Visitor } from 'oxc-parser';

const DECLARATIONS = join(import.meta.dirname, '..', '..', 'node_modules', 'electron', 'electron.d.ts');

/** Every literal of the union that the method's handler has for its parameter `permission`; throws when there is no such method. */
export function permissionNamesOf(method: string): readonly string[] {
  const { program } = parseSync(DECLARATIONS, readFileSync(DECLARATIONS, 'utf8'));
  const found: string[] = [];
  const visitor = new Visitor({
    TSFunctionType: (node) => {
      if (!isWithin.some(([start, end]) => start <= node.start && node.end <= end)) return;
      for (const parameter of node.params) {
        if (parameter.type !== 'Identifier' || parameter.name !== 'permission') continue;
        found.push(...literalsOf(parameter.typeAnnotation?.typeAnnotation));
      }
    },
  });
  const isWithin: (readonly [number, number])[] = [];
  new Visitor({
    MethodDefinition: (node) => {
      if (node.key.type === 'Identifier' && node.key.name === method) isWithin.push([node.start, node.end]);
    },
    TSAbstractMethodDefinition: (node) => {
      if (node.key.type === 'Identifier' && node.key.name === method) isWithin.push([node.start, node.end]);
    },
    TSMethodSignature: (node) => {
      if (node.key.type === 'Identifier' && node.key.name === method) isWithin.push([node.start, node.end]);
    },
  }).visit(program);
  visitor.visit(program);
  if (found.length === 0) throw new Error(`Electron's declarations have no ${method} with a permission`);
  return found;
}

function literalsOf(type: TSType | undefined): readonly string[] {
  if (type?.type === 'TSUnionType') return type.types.flatMap(literalsOf);
  if (type?.type !== 'TSLiteralType' || type.literal.type !== 'Literal') return [];
  return typeof type.literal.value === 'string' ? [type.literal.value] : [];
}
