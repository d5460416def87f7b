/** What others can call, as reviewed files: a change of the contract shows in them, and stale ones fail (`-u` writes them anew). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { calls } from '../../src/contract/calls.ts';
import { EXPORTS } from '../../src/domain/exports/export.ts';
import { callTable, contractText } from '../support/contract-text.ts';

const DOCS = join(import.meta.dirname, '../../docs');

it('is in docs/contract.md, shape by shape', async () => {
  await expect(contractText()).toMatchFileSnapshot(join(DOCS, 'contract.md'));
});

it('is in the table of docs/automation.md, a line a call', async () => {
  const written = readFileSync(join(DOCS, 'automation.md'), 'utf8');
  const table = /(<!-- calls -->\n\n).*?(\n\n<!-- end of calls -->)/s;
  expect(written).toMatch(table);
  const now = written.replace(table, (_all, begin: string, end: string) => `${begin}${callTable()}${end}`);
  await expect(now).toMatchFileSnapshot(join(DOCS, 'automation.md'));
});

it('offers every kind of export, and docs/automation.md names each', () => {
  const written = readFileSync(join(DOCS, 'automation.md'), 'utf8');
  const [, table = ''] = written.split('## Exports');
  for (const kind of Object.keys(EXPORTS)) {
    const asked = calls['exports.start'].input.safeParse({ kind });
    // What may be missing is the rest; the kind is known.
    const isUnknown = asked.error?.issues.some(({ code }) => code === 'invalid_union') ?? false;
    expect([kind, isUnknown, table.includes(`\`${kind}\``)]).toEqual([kind, false, true]);
  }
});
