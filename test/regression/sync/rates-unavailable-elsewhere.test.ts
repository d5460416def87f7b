/** A server that answered RATE_UNAVAILABLE to everything was asked on and on: what only the rates endpoint can lack was believed of every one. */
import { afterEach, expect, test } from 'vitest';
import { clientOf } from '../../backend/api/fixture.ts';
import { no, rawServer } from '../../backend/api/raw-server.ts';
import { DiscreteClock, holdDuringRequests } from '../../support/discrete-clock.ts';

const CLICK = { lane: 'click' } as const;
const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

test('deliveries that are refused so are a server in trouble; rates are not', async () => {
  const server = await rawServer((_request, socket) => {
    socket.write(no(503, 'RATE_UNAVAILABLE'));
  });
  const clock = new DiscreteClock();
  open.push({ close: holdDuringRequests(clock) });
  const client = clientOf(server.origin, clock);
  open.push(client, server);
  for (let at = 0; at < 4; at += 1)
    expect(await clock.run(client.listRates(CLICK))).toMatchObject({ failure: { code: 'RATE_UNAVAILABLE' } });
  const asked = server.requests.length;
  const answers = [];
  for (let at = 0; at < 6; at += 1) answers.push(await clock.run(client.listDeliveries('an-invoice', CLICK)));
  expect(answers.at(-1)).toMatchObject({ failure: { kind: 'unreachable', reason: 'breaker-open' } });
  // Six failed requests open it, those under way at that moment included.
  expect(server.requests.length - asked).toBeLessThanOrEqual(8);
});
