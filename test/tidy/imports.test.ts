/** The import table holds: no import that it does not list, and no cycle. The judge is itself tried on planted violations. */
import { describe, expect, test } from 'vitest';
import { checkImports, findCycles } from './imports.ts';
import { formatFindings, parseSource, readSources } from './source.ts';

function judge(path: string, text: string): string[] {
  return formatFindings(checkImports([parseSource(path, text)]));
}

/** One violation of each kind, and the words of the rule that must name it. */
const PLANTED: readonly (readonly [string, string, string])[] = [
  ['src/domain/invoice.ts', `import pino from 'pino';`, 'domain may import the packages'],
  ['src/domain/invoice.ts', `import { Decimal } from 'decimal.js';`, 'money'],
  ['src/domain/invoice.ts', `import 'temporal-polyfill';`, 'time'],
  ['src/domain/invoice.ts', `import { readFileSync } from 'node:fs';`, 'packages: decimal.js'],
  ['src/domain/invoice.ts', `import { readFileSync } from 'fs';`, 'packages: decimal.js'],
  ['src/domain/invoice.ts', `import type { A } from '../contract/calls.ts';`, 'domain may import: nothing of ours'],
  ['src/domain/invoice.ts', `export * from '../reconciliation/match.ts';`, 'nothing of ours'],
  ['src/domain/invoice.ts', `export { a } from '../backend/ports.ts';`, 'nothing of ours'],
  ['src/domain/invoice.ts', `type A = import('../contract/calls.ts').A;`, 'nothing of ours'],
  ['src/domain/invoice.ts', `const a = await import('../sandbox/world.ts');`, 'nothing of ours'],
  ['src/domain/invoice.ts', `const a = await import(name);`, 'cannot be judged'],
  ['src/domain/invoice.ts', `const a = require('pino');`, 'domain may import the packages'],
  ['src/domain/invoice.ts', `import a = require('pino');`, 'domain may import the packages'],
  ['src/domain/invoice.ts', `import '../support/a.ts';`, 'leads out'],
  ['src/reconciliation/match.ts', `import { a } from '../contract/calls.ts';`, 'reconciliation may import: domain'],
  ['src/contract/calls.ts', `import { a } from '../backend/ports.ts';`, 'contract may import'],
  ['src/contract/channel.ts', `import { z } from 'zod';`, 'packages: none'],
  ['src/backend/ports.ts', `import type { A } from './api/client.ts';`, 'backend/ports may import: domain'],
  ['src/backend/api/client.ts', `import { request } from 'undici';`, 'transport'],
  ['src/backend/api/client.ts', `import { a } from '../mirror/mirror.ts';`, 'backend/api may import'],
  ['src/backend/mirror/mirror.ts', `import Database from 'better-sqlite3';`, 'sqlite'],
  ['src/backend/mirror/mirror.ts', `import { a } from '../books/books.ts';`, 'backend/mirror may import'],
  ['src/backend/books/books.ts', `import { a } from '../mirror/mirror.ts';`, 'backend/books may import'],
  ['src/backend/files/csv.ts', `import { a } from '../ports.ts';`, 'backend/files may import: domain'],
  ['src/backend/workers/reader.ts', `import { a } from '../api/client.ts';`, 'backend/workers may import'],
  ['src/backend/jobs/sync.ts', `import type { A } from '../../contract/calls.ts';`, 'backend/jobs may import'],
  ['src/backend/engine/registry.ts', `import type { A } from '../../contract/calls.ts';`, 'backend/engine may import'],
  ['src/backend/handlers/invoices.ts', `import { a } from '../app.ts';`, 'backend/handlers may import'],
  ['src/backend/app.ts', `import { a } from '../keychain/keychain.ts';`, 'backend/app may import'],
  ['src/keychain/keychain.ts', `import { safeStorage } from 'electron';`, 'main'],
  ['src/backend/app.ts', `const keytar = await import('keytar');`, 'keychain'],
  ['src/main/index.ts', `import { a } from '../backend/dispatch.ts';`, 'main may import'],
  ['src/main/index.ts', `import { a } from '../contract/calls.ts';`, 'main may import'],
  ['src/loopback/index.ts', `import { app } from 'electron';`, 'only'],
  ['src/preload/index.ts', `import { a } from '../contract/envelope.ts';`, 'preload may import: contract/channel'],
  ['src/sandbox/world.ts', `import { a } from '../domain/money.ts';`, 'sandbox may import: nothing of ours'],
  ['src/renderer/ui/grid.tsx', `import { a } from '../bridge/client.ts';`, 'renderer/ui may import: domain'],
  ['src/renderer/bridge/client.ts', `import { a } from '../ui/grid.tsx';`, 'renderer/bridge may import'],
  ['src/renderer/features/rates/x.tsx', `import { a } from '../invoices/y.tsx';`, 'never imports another feature'],
  ['src/renderer/features/rates/x.tsx', `import { a } from '../../../contract/calls.ts';`, 'only types'],
  ['src/renderer/features/rates/x.tsx', `import { type A, b } from '../../../contract/calls.ts';`, 'only types'],
  ['src/renderer/features/rates/x.tsx', `import { a } from '../../app/shell.tsx';`, 'renderer/features may import'],
  ['src/renderer/features/rates/x.tsx', `import { z } from 'zod';`, 'renderer/features may import the packages'],
  ['src/renderer/app/shell.tsx', `import { a } from '../../backend/ports.ts';`, 'renderer/app may import'],
  ['src/renderer/main.tsx', `const all = import.meta.glob('./../backend/app.ts');`, 'renderer/app may import'],
  ['src/elsewhere/a.ts', `export const a = 1;`, 'import table'],
];

describe('the judge', () => {
  test.each(PLANTED)('%s: %s', (path, text, rule) => {
    const found = judge(path, `\n${text}`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(rule);
    expect(found[0]).toMatch(new RegExp(`^${path}:[12] `));
  });

  test.each([
    ['src/domain/kernel/money/money.ts', `import { Decimal } from 'decimal.js';`],
    ['src/renderer/features/rates/x.tsx', `import type { A } from '../../../contract/calls.ts';`],
    ['src/renderer/features/rates/x.tsx', `import { type A, type B } from '../../../contract/calls.ts';`],
    ['src/renderer/features/rates/x.tsx', `import { a } from './y.tsx'; import '@mantine/core/styles.css';`],
    ['src/preload/index.ts', `import { CALL } from '../contract/channel.ts'; import { ipcRenderer } from 'electron';`],
    ['src/backend/sqlite/lock.ts', `import Database from 'better-sqlite3'; import { join } from 'node:path';`],
    ['src/backend/app.ts', `const file = new URL('../keychain/x.ts', import.meta.url);`],
  ])('lets %s through: %s', (path, text) => {
    expect(judge(path, text)).toEqual([]);
  });

  test('finds a cycle, type imports included', () => {
    const sources = [
      parseSource('src/domain/a.ts', `import { b } from './b.ts';`),
      parseSource('src/domain/b.ts', `import type { C } from './c.ts';`),
      parseSource('src/domain/c.ts', `export * from './a.ts';`),
      parseSource('src/domain/d.ts', `import './a.ts';`),
    ];
    expect(findCycles(sources)).toEqual(['src/domain/a.ts -> src/domain/b.ts -> src/domain/c.ts -> src/domain/a.ts']);
  });
});

describe('the sources', () => {
  const sources = readSources('src');

  test('are there', () => {
    expect(sources.length).toBeGreaterThan(100);
  });

  test('import only what the table lists', () => {
    expect(formatFindings(checkImports(sources))).toEqual([]);
  });

  test('have no import cycles', () => {
    expect(findCycles(sources)).toEqual([]);
  });
});
