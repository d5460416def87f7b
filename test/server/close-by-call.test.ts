/**
 * A close that a script asks of a team's host by a call, where closes need a second person: it ends as a request that waits and says so, nothing that whoever asked may call
 * makes it alone, and whoever may approve has it done by a call too. Over real sockets, with the real engine.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import { ROLES } from '../../src/domain/kernel/roles.ts';
import { FOUR_EYES } from '../../src/domain/people/four-eyes.ts';
import { type RealTeam, startRealTeam } from './real-team.ts';

const CLOSE = {
  intentId: randomUUID(),
  period: { from: '2020-01-01', to: '2020-02-01', timeZone: 'UTC' },
  typed: [{ token: 'USDT', opening: '0', closing: '0' }],
  overrideReason: 'nothing happened then',
};

let team: RealTeam;
beforeAll(async () => {
  team = await startRealTeam({ people: { ada: ROLES, ben: ROLES }, key: 'key-of-the-team', invoices: 5 });
});
afterAll(() => team.close());

const closed = async () => (await team.bench.call('periods.list', { offset: 0, limit: 10 }, team.shop)).rows;

test('waits for the other one, whatever its asker calls, and is done by their approval, in both names', async () => {
  const [ada, ben] = [await team.desk('ada'), await team.desk('ben')];
  // Who was invited and is not here yet answers nobody, and would not count.
  await team.bench.call('fourEyes.setRule', { on: [...FOUR_EYES], mostItems: 20 }, team.shop);
  const asked = await ada.asks('periods.close', CLOSE);
  expect(asked).toMatchObject({ kind: 'second-person', who: ['ben'], expiresAt: expect.any(String) });
  const id = fieldOf(asked, 'requestId');
  const [request] = (await team.bench.call('fourEyes.list', {}, team.shop)).requests;
  expect(request).toMatchObject({ id, kind: 'close', state: 'open', askedBy: 'ada' });
  const print = request?.print;
  // In another session as well; a frame that says who asks is none.
  const again = await team.desk('ada');
  const benId = await team.idOf('ben');
  expect(await again.asks('periods.close', CLOSE)).toEqual(asked);
  for (const more of [{ person: { id: benId } }, { personId: benId }, { by: 'ben' }, { approved: { agreed: print } }])
    expect(await again.asks('periods.close', CLOSE, more)).toMatchObject({ kind: 'invalid-input' });
  expect(await again.asks('periods.close', { ...CLOSE, intentId: randomUUID() })).toMatchObject({
    kind: 'second-person',
  });
  expect(await again.asks('fourEyes.approve', { id, print })).toMatchObject({ kind: 'not-allowed', who: ['ben'] });
  for (const on of [[], ['key']])
    expect(await again.asks('fourEyes.setRule', { on, mostItems: 20 })).toMatchObject({ kind: 'second-person' });
  expect(await closed()).toEqual([]);

  expect(await ben.asks('fourEyes.approve', { id, print })).toMatchObject({ request: { state: 'done' } });
  // The same call with the same intent answers with what became of it.
  const done = { outcome: 'closed', close: { document: { closedBy: 'ada; approved by ben' } } };
  expect(await ada.asks('periods.close', CLOSE)).toMatchObject(done);
  expect(await closed()).toHaveLength(1);
});
