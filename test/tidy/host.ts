/**
 * What the engine has of its machine comes through ports, so that all of it runs under a simulator: no time, chance, timer, person or file that it
 * takes by itself. A turn of the event loop is no time. Not here: the pure folders, which have none of it at all (banned.ts).
 */
import { type Argument, Visitor } from 'oxc-parser';
import type { Finding, Source } from './source.ts';

const ENGINE = /^src\/backend\//;

/** The ports' own sides that meet the machine, and what only marks or fills and is never told. */
const HOST_SIDE: Readonly<Record<string, string>> = {
  'src/backend/system.ts': 'clock, ids and marks of this machine',
  'src/backend/machine.ts': 'chance and files of this machine',
  'src/backend/whole-file.ts': 'waits for another program to let go of a file',
  'src/backend/files/reading/handed-folder.ts': 'stands behind the files of the machine',
  'src/backend/files/writing/chosen-folder.ts': 'stands behind the files of the machine',
  'src/backend/files/writing/export-folder.ts': 'stands behind the files of the machine',
  'src/backend/sqlite/database.ts': 'a connection’s mark is only compared',
  'src/backend/sqlite/reserved-room.ts': 'bytes that no file system can pack',
  'src/backend/api/gate/key-gates.ts': 'what stands for a key is only compared',
};

const MODULES: Readonly<Record<string, ReadonlySet<string> | 'all'>> = {
  'node:fs/promises': 'all',
  'node:timers/promises': new Set(['setTimeout', 'setInterval', 'scheduler']),
  'node:timers': new Set(['setTimeout', 'setInterval']),
  'node:perf_hooks': 'all',
  'node:os': new Set(['userInfo', 'hostname']),
  'node:crypto': new Set(['randomUUID', 'randomBytes', 'randomInt', 'randomFill', 'randomFillSync', 'webcrypto']),
};
const CALLS = new Set([
  'Date.now',
  'Math.random',
  'setTimeout',
  'setInterval',
  'crypto.randomUUID',
  'crypto.getRandomValues',
]);

function nameOf(node: Argument): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return '';
  return `${nameOf(node.object)}.${node.property.name}`;
}

function hasTimeZone(options: Argument | undefined): boolean {
  if (options?.type !== 'ObjectExpression') return false;
  return options.properties.some(
    (property) =>
      property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'timeZone',
  );
}

function isSql(text: string): boolean {
  return /\b(SELECT|INSERT|UPDATE|DELETE|WHERE|VALUES|SET|DEFAULT)\b/.test(text) && OF_SQLITE.test(text);
}

/** What a statement of SQL would have of SQLite's own chance and clock. */
const OF_SQLITE =
  /\brandom(blob)?\s*\(|\bcurrent_(date|time|timestamp)\b|'now'|\b(datetime|julianday|unixepoch)\s*\(\s*\)/i;

/** Everything of the machine that the file takes by itself. */
export function checkHost(source: Source): Finding[] {
  if (!ENGINE.test(source.path) || Object.hasOwn(HOST_SIDE, source.path)) return [];
  const findings: Finding[] = [];
  const report = (node: { readonly start: number }, what: string): void => {
    const rule = 'the machine reaches the engine through its ports (backend/ports, backend/machine)';
    findings.push({ path: source.path, line: source.lineOf(node.start), what, rule });
  };
  const judge = (node: { readonly start: number; readonly arguments: readonly Argument[] }, name: string): void => {
    if (name === 'Intl.DateTimeFormat' && !hasTimeZone(node.arguments[1])) report(node, 'Intl without a time zone');
    if (name === 'Date' && node.arguments.length === 0) report(node, 'the present time');
  };
  new Visitor({
    ImportDeclaration: (node) => {
      const banned = MODULES[node.source.value];
      for (const { imported } of banned === undefined
        ? []
        : node.specifiers.filter((one) => one.type === 'ImportSpecifier')) {
        const name = imported.type === 'Identifier' ? imported.name : imported.value;
        if (banned === 'all' || banned?.has(name) === true) report(node, `${name} of ${node.source.value}`);
      }
    },
    CallExpression: (node) => judge(node, nameOf(node.callee)),
    NewExpression: (node) => judge(node, nameOf(node.callee)),
    MemberExpression: (node) => {
      const name = nameOf(node);
      if (CALLS.has(name) || name.startsWith('performance.')) report(node, name);
    },
    TemplateElement: ({ start, value }) => {
      if (isSql(value.raw)) report({ start }, 'chance or time of SQLite');
    },
    Literal: (node) => {
      if (typeof node.value === 'string' && isSql(node.value)) report(node, 'chance or time of SQLite');
    },
    Identifier: (node) => {
      if (CALLS.has(node.name)) report(node, node.name);
    },
  }).visit(source.program);
  return findings;
}
