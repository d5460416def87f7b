/**
 * Answers as large and as odd as a server can make them, and what taking one in costs: the longest turn of the thread, in milliseconds of its own
 * processor time, and memory. No socket has part in it, only what comes after one. Not here: what is expected.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ApiClient } from '../../../src/backend/api/endpoints/calls.ts';
import { assembleClient } from '../../../src/backend/api/endpoints/client.ts';
import { KeyGates } from '../../../src/backend/api/gate/key-gates.ts';
import { createRetryQuota } from '../../../src/backend/api/gate/quota.ts';
import { maskOf } from '../../../src/backend/api/transport/secret.ts';
import { SILENT } from '../../backend/workers/fixture.ts';
import type { Transport } from '../../../src/backend/api/transport/transport.ts';
import { systemClock } from '../../../src/backend/system.ts';

const MIB = 1024 * 1024;
const KEY = 'key-of-business-A-0123456789';
const UUID = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
const CLICK = { lane: 'click' } as const;

export interface LargeAnswer {
  readonly name: string;
  readonly body: () => string;
  readonly ask: (client: ApiClient) => Promise<unknown>;
}

/** `bytes` of text between two others, of a piece that is repeated. */
function filled(before: string, piece: string, after: string, bytes: number): string {
  return `${before}${piece.repeat(Math.floor((bytes - before.length - after.length) / piece.length) - 1)}${piece.replace(/,$/, '')}${after}`;
}

const invoices = (client: ApiClient) => client.listInvoices({ page: 1, perPage: 100 }, CLICK);
const deliveries = (client: ApiClient) => client.listDeliveries(UUID, CLICK);
const rates = (client: ApiClient) => client.listRates(CLICK);

const PAGE = '"page":1,"per_page":100,"total_items":100,"total_pages":1,"has_next":false';
const PAGE_BYTES = 6.2 * MIB;
const SHORT_BYTES = 250 * 1024;
const DELIVERIES_BYTES = 7.9 * MIB;
const ATTEMPT = `{"attempt_number":1,"response_body":"${'<p>sorry</p>'.repeat(6_000)}"},`;

/** What each one holds in its place. */
export const LARGE_ANSWERS: readonly LargeAnswer[] = [
  {
    name: 'a page of records full of empty lists',
    body: () =>
      `{"data":{"items":[${Array(100)
        .fill(filled(`{"uuid":"${UUID}","x":[`, '[],', ']}', PAGE_BYTES / 101))
        .join(',')}],${PAGE}}}`,
    ask: invoices,
  },
  {
    name: 'a page of records full of fields',
    body: () =>
      `{"data":{"items":[${Array(100)
        .fill(`{${Array.from({ length: 5_000 }, (_, at) => `"f${at}":{}`).join(',')}}`)
        .join(',')}],${PAGE}}}`,
    ask: invoices,
  },
  {
    name: 'a page with one record for all',
    body: () => filled(`{"data":{"items":[{"uuid":"${UUID}","x":[`, '{"a":1},', `]}],${PAGE}}}`, PAGE_BYTES),
    ask: invoices,
  },
  {
    name: 'a page of millions',
    body: () => filled('{"data":{"items":[', '{},', `],${PAGE}}}`, PAGE_BYTES),
    ask: invoices,
  },
  {
    name: 'a page of long texts',
    body: () =>
      `{"data":{"items":[${Array(100)
        .fill(filled(`{"uuid":"${UUID}","purpose":"`, '\\u00e4', '"}', PAGE_BYTES / 101))
        .join(',')}],${PAGE}}}`,
    ask: invoices,
  },
  {
    name: 'a page that is short enough for one turn',
    body: () =>
      `{"data":{"items":[${Array(100)
        .fill(filled(`{"uuid":"${UUID}","purpose":"`, '\\u00e4', '"}', SHORT_BYTES / 101))
        .join(',')}],${PAGE}}}`,
    ask: invoices,
  },
  {
    name: 'attempts with long answers',
    body: () => filled(`{"data":[{"uuid":"${UUID}","attempts_history":[`, ATTEMPT, ']}]}', DELIVERIES_BYTES),
    ask: deliveries,
  },
  {
    name: 'one answer of a receiver',
    body: () =>
      filled(
        `{"data":[{"uuid":"${UUID}","attempts_history":[{"response_body":"`,
        '\\"\\\\',
        '"}]}]}',
        DELIVERIES_BYTES,
      ),
    ask: deliveries,
  },
  {
    name: 'a payload of empty lists',
    body: () => filled(`{"data":[{"uuid":"${UUID}","payload":{"x":[`, '[],', ']}}]}', DELIVERIES_BYTES),
    ask: deliveries,
  },
  {
    name: 'brackets without end',
    body: () =>
      `{"data":[{"uuid":"${UUID}","payload":${'['.repeat(DELIVERIES_BYTES / 2)}${']'.repeat(DELIVERIES_BYTES / 2)}}]}`,
    ask: deliveries,
  },
  {
    name: 'an error full of details',
    body: () =>
      filled('{"success":false,"error":{"code":"X","message":"m","details":{"x":[', '0,', ']}}}', DELIVERIES_BYTES),
    ask: deliveries,
  },
  {
    name: 'rates of many columns',
    body: () =>
      `{"data":[${Array.from({ length: 1_000 }, (_, row) => `{${Array.from({ length: 90 }, (__, at) => `"c${row * 90 + at}":"1"`).join(',')}}`).join(',')}]}`,
    ask: rates,
  },
  {
    name: 'rates of many rows',
    body: () =>
      filled(
        '{"data":[',
        '{"currency":"EUR","price":"1.1","asset":"USDT","a":"1","b":"2","side":"buy"},',
        ']}',
        0.14 * MIB,
      ),
    ask: rates,
  },
];

/** What taking an answer in cost. */
export interface Cost {
  /** Milliseconds of processor time of this thread in the longest turn of its loop. */
  readonly longestTurnMs: number;
  readonly turns: number;
  /** How it ended: "value", or the kind and reason of its failure. */
  readonly end: string;
}

/** Asks for the answer once, and measures. */
export async function costOf({ ask, body }: LargeAnswer): Promise<Cost> {
  const bytes = Buffer.from(body());
  const client = clientOf(bytes);
  await nextTurn();
  const state = { isOver: false };
  const asked = ask(client).finally(() => {
    state.isOver = true;
  });
  let [longest, turns] = [0, 0];
  while (!state.isOver) {
    const before = process.threadCpuUsage();
    await nextTurn();
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    turns += 1;
  }
  const end = endOf(await asked);
  await client.close();
  return { longestTurnMs: longest, turns, end };
}

/** A client whose every request is answered with these bytes. */
function clientOf(bytes: Buffer): ApiClient {
  const headers = { 'content-type': 'application/json' };
  const transport: Transport = {
    send: async () => {
      // As over a socket: what comes after it is a turn of its own.
      await nextTurn();
      return { kind: 'reply', status: 200, headers, body: bytes, mask: maskOf(KEY) };
    },
    drop: () => undefined,
    close: () => Promise.resolve(),
  };
  const gates = new KeyGates({ clock: systemClock, random: Math.random });
  const requestLog = { recent: () => Promise.resolve([]), append: () => undefined };
  const gate = gates.pacer({ origin: 'https://api.test', key: () => KEY, requestLog, reserve: null });
  const quota = createRetryQuota(systemClock);
  return assembleClient({
    clock: systemClock,
    log: SILENT,
    gate,
    transport,
    quota,
    random: () => 0,
    readTotalMs: 0,
    rootPath: '',
  });
}

function endOf(result: unknown): string {
  if (typeof result !== 'object' || result === null || !('ok' in result)) return '?';
  if (result.ok === true || !('failure' in result)) return 'value';
  const { failure } = result;
  const kind = typeof failure === 'object' && failure !== null && 'kind' in failure ? String(failure.kind) : '?';
  return typeof failure === 'object' && failure !== null && 'reason' in failure
    ? `${kind}: ${String(failure.reason)}`
    : kind;
}
