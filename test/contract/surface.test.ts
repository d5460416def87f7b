/** What others can call, as reviewed files: a change of the contract shows in them, and stale ones fail (`-u` writes them anew). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callTable, contractText, exportTable } from '../support/contract-text.ts';

const DOCS = join(import.meta.dirname, '../../docs');

it('is in docs/contract.md, shape by shape', async () => {
  await expect(contractText()).toMatchFileSnapshot(join(DOCS, 'contract.md'));
});

it('is in the tables of docs/automation.md, a line a call and a line a kind of export', async () => {
  const written = readFileSync(join(DOCS, 'automation.md'), 'utf8');
  const between = (text: string, name: string, table: string): string => {
    const place = new RegExp(`(<!-- ${name} -->\\n\\n).*?(\\n\\n<!-- end of ${name} -->)`, 's');
    expect(text).toMatch(place);
    return text.replace(place, (_all, begin: string, end: string) => `${begin}${table}${end}`);
  };
  const now = between(between(written, 'calls', callTable()), 'exports', exportTable());
  await expect(now).toMatchFileSnapshot(join(DOCS, 'automation.md'));
});
