/**
 * A series whose second test fails at its first attempt: what reports.test.ts runs. The second attempt begins anew, with a folder and a
 * port of its own; a series that met what the first had left would fail again. Not here: anything of the console.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

test.describe.configure({ mode: 'serial' });

let folder = '';
const server: Server = createServer();

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'second-attempt-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

test.afterAll(async () => {
  rmSync(folder, { recursive: true });
  await new Promise((resolve) => server.close(resolve));
});

test('writes into its folder', () => {
  expect(server.listening).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, 'note'), 'written once');
});

test('is steady from the second attempt on', () => {
  expect(readdirSync(folder)).toEqual(['note']);
  expect(test.info().retry, 'not yet').toBeGreaterThan(0);
});

test('comes after it', () => {
  expect(readdirSync(folder)).toEqual(['note']);
});
