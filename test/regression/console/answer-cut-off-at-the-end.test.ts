/**
 * A team's host that was told to end waited for its calls until the engine had carried them out, and then cut every connection: whoever read slowly got half of
 * an answer that was on its way. A call is under way until its answer is there.
 */
import { expect, test } from 'vitest';
import { ADA, serveTeam } from '../../server/harness.ts';

/** More than the system takes in for a reader that does not read, characters. */
const LARGE = 16 * 1024 * 1024;
/** One that does not wait for the reader is over by then, milliseconds. */
const MEANWHILE_MS = 500;

test('an answer that is read slowly is read whole, also of a host that ends meanwhile', async () => {
  const output = 'x'.repeat(LARGE);
  const people = {
    signIn: async () => ({ ok: true, person: { id: 'ada' } }) as const,
    find: async (id: string) => ({ id, name: id }),
    onChange: () => () => undefined,
  };
  const app = {
    dispatch: async () => ({ id: '1', ok: true, output }) as const,
    subscribe: () => () => undefined,
    closeClient: () => undefined,
    isLocked: () => false,
    people,
  };
  const team = await serveTeam({ app, takeExport: () => null }, [ADA]);
  const browser = team.browser();
  await browser.signIn(ADA);
  const answer = await browser.send('POST', '/call', browser.json, '{"id":"1","call":"echo"}');
  const closing = team.server.close();
  await Promise.race([closing, new Promise((go) => setTimeout(go, MEANWHILE_MS))]);
  let bytes = 0;
  for await (const piece of answer) bytes += Buffer.isBuffer(piece) ? piece.length : 0;
  expect(bytes).toBeGreaterThan(LARGE);
  await closing;
  await team.close();
});
