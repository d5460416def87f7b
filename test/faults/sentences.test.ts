/**
 * Every way of not reaching the API, made with real sockets, real names and real certificates, ends in a sentence and a next step of its
 * own, and none of them puts the blame on the key.
 */
import { createServer, type Server as PlainServer } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import { createTransport, type TransportLimits } from '../../src/backend/api/transport/transport.ts';
import { CATALOGUE_LIMITS } from '../../src/backend/api/transport/answer-limits.ts';
import { readEnvelope } from '../../src/backend/api/endpoints/envelope.ts';
import type { Failure } from '../../src/domain/kernel/failure/failure.ts';
import { failureWords } from '../../src/renderer/ui/frame/failure-words.ts';
import { type Certificate, selfSigned } from '../backend/api/transport/certificates.ts';
import { CANARY, realClock, trusting } from '../backend/api/fixture.ts';
import { http } from '../backend/api/raw-server.ts';

const servers: PlainServer[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that answers any first bytes with a text, or never; over TLS when there is a certificate. */
async function serve(text: string | null, certificate?: Certificate): Promise<string> {
  const answer = (socket: { on: PlainServer['on']; end(text: string): unknown }): void => {
    socket.on('error', () => undefined);
    if (text !== null) socket.on('data', () => socket.end(text));
  };
  const server =
    certificate === undefined
      ? createServer((socket) => answer(Object(socket)))
      : createTls({ cert: certificate.cert, key: certificate.key }, (socket) => answer(Object(socket)));
  server.on('tlsClientError', () => undefined);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `${certificate === undefined ? 'http://127.0.0.1' : 'https://localhost'}:${port}`;
}

/** What one read of that address ends with. */
async function failureAt(origin: string, trusted?: Certificate, limits?: Partial<TransportLimits>): Promise<Failure> {
  const network = trusting(trusted === undefined ? [] : [trusted.cert]);
  const transport = createTransport({ origin, key: () => CANARY, clock: realClock, network, limits });
  const outcome = await transport.send({ method: 'GET', path: '/api/v1/external/rates' });
  await transport.close();
  if (outcome.kind !== 'reply') return outcome.failure;
  const read = await readEnvelope(outcome, { nowMs: Date.now(), limits: CATALOGUE_LIMITS });
  if (read.ok) throw new Error('a failure was expected');
  return read.failure;
}

it('FAULT-31: nine ways of failing, nine titles, sentences and next steps', async () => {
  const here = { dns: ['localhost'], ip: ['127.0.0.1'] };
  const expired = selfSigned({ ...here, notAfter: new Date(Date.now() - 3_600_000) });
  const own = selfSigned(here);
  const foreign = selfSigned({ dns: ['other.example'] });
  const closed = await serve('');
  const gone = servers.pop();
  await new Promise((resolve) => gone?.close(resolve));
  const failures: readonly (readonly [string, Failure])[] = [
    ['The API’s address was not found', await failureAt('https://no-such-host.invalid')],
    ['The server refused the connection', await failureAt(closed)],
    ['The server’s certificate is out of date', await failureAt(await serve(http('{}'), expired), expired)],
    ['The server’s certificate is not trusted', await failureAt(await serve(http('{}'), own))],
    ['The server’s certificate is for another name', await failureAt(await serve(http('{}'), foreign), foreign)],
    ['The API took too long', await failureAt(await serve(null), undefined, { headersMs: 150 })],
    [
      'Something other than the API answered',
      await failureAt(await serve(http('<html>Welcome</html>', { type: 'text/html' }))),
    ],
    ['The answer could not be read', await failureAt(await serve(http('{"success": tru')))],
    ['The server pointed to another address', await failureAt(await serve(http('', { status: 302 })))],
  ];
  const words = failures.map(([, failure]) => failureWords(failure));
  expect(words.map(({ title }) => title)).toEqual(failures.map(([title]) => title));
  for (const part of ['title', 'sentence', 'nextStep'] as const) {
    expect(new Set(words.map((told) => told[part])).size).toBe(failures.length);
  }
  for (const { title, sentence, nextStep } of words) {
    expect(`${title} ${sentence} ${nextStep}`).not.toMatch(/\b(?:invalid|wrong) key\b/i);
    expect(`${title} ${sentence} ${nextStep}`).not.toContain(CANARY);
  }
});
