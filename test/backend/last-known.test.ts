/** The file of the last known figures: whole or not at all, private, small, and read as if anybody had written into it. */
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { lastKnownFile, lastKnownText, readLastKnown } from '../../src/backend/last-known.ts';
import type { KnownCurrency, LastKnown } from '../../src/domain/last-known.ts';
import { LAST_KNOWN } from '../support/last-known.ts';

const ROW: KnownCurrency = {
  currency: 'EUR',
  count: 12,
  byStatus: { success: 9, expired: 3 },
  successAmount: '1234.50',
  settledUsdt: '1300.000001',
  settledMissing: 1,
};
const KNOWN: LastKnown = {
  ...LAST_KNOWN,
  timeZone: 'Europe/Warsaw',
  colourScheme: 'dark',
  totals: { currencies: [ROW], quarantined: 2, missing: 1, asOf: '2026-11-22T09:59:00Z' },
};

const root = mkdtempSync(join(tmpdir(), 'last-known-test-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(root, 'data-'));
  path = join(folder, 'last-known.json');
});

const wrapped = (lastKnown: unknown, version: unknown = 1): string => JSON.stringify({ version, lastKnown });

describe('the file', () => {
  test('gives back what was written, is private, and leaves nothing beside it', async () => {
    const file = lastKnownFile(folder);
    await file.write(KNOWN);
    expect(readLastKnown(folder)).toEqual(KNOWN);
    expect(readdirSync(folder)).toEqual(['last-known.json']);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    await file.write({ ...KNOWN, readAt: '2026-11-22T11:00:00Z' });
    expect(readLastKnown(folder)?.readAt).toBe('2026-11-22T11:00:00Z');
    await file.remove();
    await file.remove();
    expect(readLastKnown(folder)).toBeNull();
  });

  test('what a crash left of an earlier writing is neither read nor followed', async () => {
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, 'mine');
    symlinkSync(elsewhere, `${path}.partial`);
    await lastKnownFile(folder).write(KNOWN);
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
    expect(readLastKnown(folder)).toEqual(KNOWN);
  });

  test('more than is ever read back is not written, and what was there goes', async () => {
    const file = lastKnownFile(folder);
    await file.write(KNOWN);
    const wide = {
      ...ROW,
      byStatus: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`status-${at}`.padEnd(90, '-'), 1])),
    };
    const large = { ...KNOWN, totals: { ...KNOWN.totals, currencies: Array.from({ length: 60 }, () => wide) } };
    expect(lastKnownText(large)).toBeNull();
    await file.write(large);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each<readonly [string, string]>([
    ['nothing', ''],
    ['half of it', wrapped(KNOWN).slice(0, 100)],
    ['no object', 'null'],
    ['another version', wrapped(KNOWN, 2)],
    ['no version', JSON.stringify({ lastKnown: KNOWN })],
    ['a version as text', wrapped(KNOWN, '1')],
    ['a zone that is none', wrapped({ ...KNOWN, timeZone: 'Moon/Sea' })],
    ['a time that is none', wrapped({ ...KNOWN, readAt: 'yesterday' })],
    ['a day that is none', wrapped({ ...KNOWN, period: { from: '<b>', to: '2026-11-22' } })],
    [
      'an amount that is a number',
      wrapped({ ...KNOWN, totals: { ...KNOWN.totals, currencies: [{ ...ROW, settledUsdt: 1 }] } }),
    ],
    ['a long name', wrapped({ ...KNOWN, profile: { ...KNOWN.profile, name: 'x'.repeat(201) } })],
    ['a kind that there is not', wrapped({ ...KNOWN, profile: { ...KNOWN.profile, kind: 'bank' } })],
    ['a certificate that there is not', wrapped({ ...KNOWN, list: { ...KNOWN.list, certificate: 'sure' } })],
    ['figures of an unknown part of the list', wrapped({ ...KNOWN, list: undefined })],
    ['a negative count', wrapped({ ...KNOWN, totals: { ...KNOWN.totals, currencies: [{ ...ROW, count: -1 }] } })],
    [
      'too many currencies',
      wrapped({ ...KNOWN, totals: { ...KNOWN.totals, currencies: Array.from({ length: 201 }, () => ROW) } }),
    ],
    ['more bytes than there can be', `${wrapped(KNOWN)}${' '.repeat(65_536)}`],
  ])('%s counts as not there', (_, text) => {
    writeFileSync(path, text);
    expect(readLastKnown(folder)).toBeNull();
  });

  test('what it does not know is left out', () => {
    writeFileSync(path, wrapped({ ...KNOWN, apiKey: 'secret', totals: { ...KNOWN.totals, more: [] } }));
    expect(readLastKnown(folder)).toEqual(KNOWN);
  });

  test('a folder in its place counts as not there', () => {
    mkdirSync(path);
    expect(readLastKnown(folder)).toBeNull();
  });

  test.runIf(process.platform !== 'win32')('a pipe in its place keeps nobody waiting', () => {
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    expect(readLastKnown(folder)).toBeNull();
  });
});
