/** Twenty people at work on the built program: counts, never times (bench/rows/team.ts has those); and no secret anywhere but where it belongs. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Redactor } from '../../src/backend/log.ts';
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import { BUILD_MS, buildOnce } from '../support/electron-stand-in/built.ts';
import { noteHeard, refusals, startTeamAtWork, type TeamAtWork } from '../support/team-desks.ts';

const DESKS = 20;
const WRITES = 10;

let team: TeamAtWork;
beforeAll(async () => {
  await buildOnce();
  team = await startTeamAtWork({ desks: DESKS, size: 200, seed: 22, say: () => undefined });
}, BUILD_MS);
afterAll(() => team.close());

const FIRST = { filter: {}, sort: [], offset: 0, limit: 100 };

test('each of twenty reads the same page over a connection that stays, hears of every write of another, and the API refuses nothing', async () => {
  let pages: readonly unknown[] = [];
  const read = async (): Promise<number> => {
    pages = await Promise.all(team.desks.map((desk) => desk.call('invoices.page', FIRST)));
    return new Set(pages.map((page) => JSON.stringify(page))).size;
  };
  // A page of the API may be stored between the first of them and the last.
  await expect.poll(read).toBe(1);
  const connected = (): readonly number[] => team.desks.map((desk) => desk.connected);
  const before = connected();
  const rows = fieldOf(pages[0], 'rows');
  const recordId = String(fieldOf(Array.isArray(rows) ? rows[0] : null, 'uuid'));
  for (let write = 0; write < WRITES; write += 1)
    expect(await noteHeard(team.desks, write % DESKS, recordId)).toHaveLength(DESKS - 1);
  const notes = await team.desks[0]?.call('notes.page', { ...FIRST, filter: { list: ['invoices'], recordId } });
  expect(JSON.stringify(notes).match(/seen by all/g)).toHaveLength(WRITES);
  expect(await refusals(team)).toBe(0);
  expect(connected()).toEqual(before);
});

test('neither the API key nor the master key nor the client’s secret is on a desk, on the wire, in the database, in logs or figures, in any spelling', async () => {
  const told = ['profiles.list', 'vault.status', 'settings.get', 'people.list', 'people.me', 'sync.status'];
  // Refusals are told as well.
  await Promise.all(team.desks.flatMap((desk) => told.map((call) => desk.call(call).catch(() => undefined))));
  const data = join(team.folder, 'data');
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' })
    .map((name) => join(data, name))
    // The world of the host's own sandbox is the API's side.
    .filter((path) => statSync(path).isFile() && !path.startsWith(join(data, 'sandbox')));
  const places = new Map<string, string>([
    ...team.desks.map(({ name, wire }) => [name, wire.join('\n')] as const),
    ...files.map((path) => [path, readFileSync(path, 'latin1')] as const),
    ['said', team.said()],
    ['figures', await team.metrics()],
  ]);
  expect(places.size).toBeGreaterThan(DESKS + 5);
  const hits: string[] = [];
  for (const secret of team.secrets) {
    const redactor = new Redactor();
    redactor.add(secret);
    for (const [place, text] of places) if (redactor.clean(text).includes('[redacted]')) hits.push(place);
    // It is found where it is.
    expect(redactor.clean(`a ${encodeURIComponent(secret)} b`)).toContain('[redacted]');
  }
  expect(hits).toEqual([]);
});
