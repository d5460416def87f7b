// How a desk comes in at a team's host: the system's browser goes there and brings a code back to a port of this computer, which is open for that one
// answer; the desk exchanges it for its token. A code is of use to nobody without the verifier, which never leaves this process but to the host.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Ids } from '../../backend/ports.ts';
import { fieldOf, textOf } from '../../domain/kernel/fields.ts';
import { PLAIN_HEADERS } from '../policy.ts';
import { isSameSecret } from '../same-secret.ts';
import { challengeOf, comparedOf, DESK_PATHS, SECRET_TEXT } from './desk.ts';
import type { Line } from './line.ts';

/** As long as the host keeps its side of it. */
const WAY_MS = 10 * 60_000;
/** Other programs may knock at the port; so many that guess are too many. */
const MOST_WRONG = 20;
const EXCHANGE_MS = 15_000;

export interface CameIn {
  readonly token: string;
  readonly person: string;
}

export interface WayIn {
  readonly address: string;
  /** What the host's page shows too. */
  readonly compared: string;
  /** Null: nobody came, or the host did not take the code. Never rejects. */
  readonly came: Promise<CameIn | null>;
  /** Nothing that comes later counts. */
  readonly end: () => void;
}

/** Begins it. Rejects when no port can be opened. */
export async function beginWayIn(origin: string, line: Pick<Line, 'ask'>, ids: Ids, wayMs = WAY_MS): Promise<WayIn> {
  const [verifier, state] = [ids.token(32), ids.token(32)];
  const { promise: came, resolve } = Promise.withResolvers<CameIn | null>();
  const place = { authority: '' };
  const left = { wrong: MOST_WRONG, isUsed: false };
  const server = createServer(
    { headersTimeout: 5_000, requestTimeout: 5_000, maxHeaderSize: 8 * 1024 },
    (request, response) => {
      const url = URL.parse(request.url ?? '', `http://${place.authority}`);
      const code = url?.searchParams.get('code') ?? '';
      const isIt =
        request.method === 'GET' &&
        request.headers.host === place.authority &&
        url?.pathname === '/' &&
        isSameSecret(url.searchParams.get('state') ?? '', state);
      if (!isIt || left.isUsed || !SECRET_TEXT.test(code)) {
        left.wrong -= 1;
        if (left.wrong <= 0) end();
        return tell(
          response,
          400,
          'This address is of no use',
          'It was used before, or the console did not ask for it.',
        );
      }
      left.isUsed = true;
      void exchange(line, code, verifier).then((one) => {
        if (one === null) tell(response, 403, 'This computer was not let in', 'Begin again in the console.');
        else tell(response, 200, 'This computer is in', 'Go back to the console; this page can be closed.');
        settle(one);
      });
    },
  );
  server.maxConnections = 8;
  const timer = setTimeout(() => end(), wayMs);
  timer.unref();
  function settle(one: CameIn | null): void {
    clearTimeout(timer);
    resolve(one);
    // The browser still reads its page.
    server.close();
    server.closeIdleConnections();
  }
  function end(): void {
    left.isUsed = true;
    settle(null);
    server.closeAllConnections();
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('no port');
  place.authority = `127.0.0.1:${bound.port}`;
  const challenge = challengeOf(verifier);
  const query = new URLSearchParams({ challenge, state, port: String(bound.port) });
  return { address: `${origin}${DESK_PATHS.start}?${query.toString()}`, compared: comparedOf(challenge), came, end };
}

async function exchange(line: Pick<Line, 'ask'>, code: string, verifier: string): Promise<CameIn | null> {
  const question = { path: DESK_PATHS.token, body: { code, verifier }, withinMs: EXCHANGE_MS };
  const answer = await line.ask(question).catch(() => null);
  if (answer?.status !== 200) return null;
  const [token, person] = ['token', 'person'].map((name) => textOf(fieldOf(answer.json, name)));
  if (!SECRET_TEXT.test(token ?? '')) return null;
  return { token: token ?? '', person: (person ?? '').slice(0, MOST_NAME) };
}

const MOST_NAME = 80;

/** Texts of ours alone. */
function tell(response: ServerResponse, status: number, title: string, sentence: string): void {
  response.writeHead(status, {
    ...PLAIN_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    connection: 'close',
  });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title}</title><h1>${title}</h1><p>${sentence}</p></html>`,
  );
}
