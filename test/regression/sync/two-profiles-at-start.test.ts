/**
 * Two profiles of one business with one key: at a start the requests of the second were counted only once its own client was there, and what was asked for before that made
 * 101 requests within a minute. Whoever of a business comes first brings the requests of all its profiles, which are counted once.
 * Found by the simulator's seed 900230.
 */
import { expect, test } from 'vitest';
import { KeyGates } from '../../../src/backend/api/gate/key-gates.ts';
import type { Books } from '../../../src/backend/books/books.ts';
import { RequestLogs } from '../../../src/backend/engine/request-logs.ts';
import { remoteOf } from '../../../src/backend/sqlite/commands.ts';
import { unwrap } from '../../../src/domain/kernel/failure/failure.ts';
import { silentLog } from '../../backend/api/fixture.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { seeded } from '../../support/seeded.ts';

const ORIGIN = 'https://service.example';
/** Of the limit of 100; three more may have left unnoted. */
const LEFT_OF_ALL = 100 - 40 - 50 - 3;

test('the first client counts what every profile of its business has sent, and the second adds nothing', async () => {
  const clock = new DiscreteClock();
  const noted = (profileId: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ profileId, at: clock.now() - 20_000 + at }));
  const kept: Readonly<Record<string, readonly unknown[]>> = {
    'profiles.list': [
      { id: 'one', origin: ORIGIN, businessUuid: 'shop' },
      { id: 'two', origin: ORIGIN, businessUuid: 'shop' },
      { id: 'other', origin: ORIGIN, businessUuid: 'another shop' },
    ],
    'requests.recent': [...noted('one', 40), ...noted('two', 50), ...noted('other', 9)],
  };
  const books: Pick<Books, 'read' | 'write'> = {
    read: remoteOf(async (name) => kept[name] ?? []),
    write: remoteOf(async () => undefined),
  };
  const logs = new RequestLogs(books, clock, silentLog);
  const gates = new KeyGates({ clock, random: seeded(1) });
  const client = (profile: string, key: string) =>
    gates.pacer({ origin: ORIGIN, key: () => key, requestLog: logs.of(profile), reserve: 0 });
  const gate = client('one', 'the key of both');
  unwrap(await clock.run(gate.enter('click').turn)).end({ kind: 'not-sent' });
  expect(gate.budget().remaining).toBe(LEFT_OF_ALL);
  const second = client('two', 'the key of both');
  unwrap(await clock.run(second.enter('click').turn)).end({ kind: 'not-sent' });
  expect(gate.budget().remaining).toBe(LEFT_OF_ALL);
  const another = client('other', 'another key');
  unwrap(await clock.run(another.enter('click').turn)).end({ kind: 'not-sent' });
  expect(another.budget().remaining).toBe(100 - 9 - 3);
});
