/**
 * A key was tried for a second profile while the first one's could not be read, and the console ended: nobody had noted those requests, and the next life made 98 more with
 * the same key within the minute. They are noted as those of no profile, and counted for every key at the next start.
 * Found by the simulator's seed 945009.
 */
import { expect, test } from 'vitest';
import { KeyGates } from '../../../src/backend/api/gate/key-gates.ts';
import type { Books } from '../../../src/backend/books/books.ts';
import { RequestLogs } from '../../../src/backend/engine/request-logs.ts';
import { remoteOf } from '../../../src/backend/sqlite/commands.ts';
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import { unwrap } from '../../../src/domain/kernel/failure/failure.ts';
import { silentLog } from '../../backend/api/fixture.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { seeded } from '../../support/seeded.ts';

const ORIGIN = 'https://service.example';
/** Of the limit of 100; so many more may have left unnoted. */
const UNNOTED = 3;

test('the next life counts the requests of a key that was only tried, whatever profile has that key', async () => {
  const clock = new DiscreteClock();
  const noted: { readonly profileId: string; readonly at: number }[] = [];
  const books: Pick<Books, 'read' | 'write'> = {
    read: remoteOf(async (name) =>
      name === 'requests.recent' ? [...noted] : [{ id: 'one', origin: ORIGIN, businessUuid: 'shop' }],
    ),
    write: remoteOf(async (_, input) => {
      const [profileId, at] = [fieldOf(input, 'profileId'), fieldOf(input, 'at')];
      if (Array.isArray(at)) noted.push(...at.map((each) => ({ profileId: String(profileId), at: Number(each) })));
    }),
  };
  const life = () => {
    const [logs, gates] = [new RequestLogs(books, clock, silentLog), new KeyGates({ clock, random: seeded(1) })];
    return {
      logs,
      client: (requestLog = logs.tried()) =>
        gates.pacer({ origin: ORIGIN, key: () => 'the key', requestLog, reserve: 0 }),
    };
  };
  const trial = life().client();
  for (let request = 0; request < 5; request += 1) {
    unwrap(await clock.run(trial.enter('click').turn)).end({ kind: 'not-sent' });
    await clock.runFor(100);
  }
  const next = life();
  const profile = next.client(next.logs.of('one'));
  unwrap(await clock.run(profile.enter('click').turn)).end({ kind: 'not-sent' });
  expect(profile.budget().remaining).toBe(100 - 5 - UNNOTED);
});
