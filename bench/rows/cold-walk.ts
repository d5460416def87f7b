/**
 * A cold walk beside the script that a merchant would write (peers/has_next.py): how long each waits for the API, and what each of
 * them has lost of the rows that were there when it began. The list moves meanwhile; both meet the same shop, drawn from the same
 * seed. Time is simulated for both: a request is under way for 100 ms, the script pauses for 0.6 s after each, and neither is
 * charged for the time it computes. The script is a real process on a real socket; its pause is the server's doing.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startListServer } from '../support/list-server.ts';
import { LIVELY, MovingList, type Order, ORDERS } from '../support/moving-list.ts';
import type { BenchRow, Line, RowOptions } from '../support/report.ts';
import { figure, times } from '../support/stats.ts';
import { passUntil, startVirtualEngine, VirtualTime } from '../support/virtual.ts';

const KEY = 'bench-key-0123456789abcdef';
const START_MS = Date.UTC(2026, 10, 21, 9, 0, 0);
const LATENCY_MS = 100;
const PAUSE_MS = 600;
const LIMIT = 100;
/** Open invoices at the beginning: what a shop with twenty orders a minute has. */
const OPEN = 200;
const PEER = new URL('../peers/has_next.py', import.meta.url).pathname;

export const coldWalk: BenchRow = {
  name: 'cold-walk',
  about: 'a cold walk beside a plain has_next script, on a list that moves, in three orders (time simulated for both)',
  run: async (options) => {
    const lines: Line[] = [];
    for (const order of ORDERS) lines.push(...(await inOrder(order, options)));
    return lines;
  },
};

interface Walked {
  readonly minutes: number;
  readonly requests: number;
  readonly refused: number;
  /** Of the rows that were there at the beginning. */
  readonly lost: number;
  readonly note: string;
}

async function inOrder(order: Order, options: RowOptions): Promise<Line[]> {
  options.say(`${order}: the script`);
  const peer = await walkWithScript(order, options);
  options.say(`${order}: the console`);
  const ours = await walkWithConsole(order, options);
  return [
    {
      what: `cold walk, ${order}: time`,
      ours: `${figure(ours.minutes, 'min')} (${ours.requests} requests, ${ours.refused} refused)`,
      beside: `${figure(peer.minutes, 'min')} (${peer.requests} requests, ${peer.refused} refused)`,
      ratio: times(ours.minutes, peer.minutes),
      limit: '–',
      met: null,
    },
    {
      what: `cold walk, ${order}: rows lost`,
      ours: `${ours.lost}, ${ours.note}`,
      beside: `${peer.lost}, ${peer.note}`,
      ratio: '–',
      limit: '0, certified',
      met: ours.lost === 0 && ours.note === 'certified',
    },
  ];
}

function aList({ size, seed }: RowOptions): MovingList {
  return new MovingList({ size, open: OPEN, seed, startMs: START_MS, churn: LIVELY, key: KEY });
}

async function walkWithConsole(order: Order, options: RowOptions): Promise<Walked> {
  const list = aList(options);
  const before = list.uuids();
  const time = new VirtualTime(START_MS, LATENCY_MS);
  const server = await startListServer({ list, order, time, limit: LIMIT });
  const engine = await startVirtualEngine(time, { baseUrl: server.baseUrl, key: KEY, reserve: 'automatic' });
  try {
    const state = { certificate: 'incomplete', asOf: '' };
    const look = async (): Promise<boolean> => {
      const { invoices } = await engine.business.mirror.read('lists.state', {});
      if (invoices.asOf === null) return false;
      Object.assign(state, { certificate: invoices.certificate, asOf: invoices.asOf });
      return true;
    };
    const ended = await passUntil(time.clock, look, { stepMs: 250, limitMs: 6 * 3_600_000 });
    const rows = engine.rows();
    // A certificate speaks of the moment of its last answer.
    const promised = state.certificate === 'certified' ? list.uuidsAt(Date.parse(state.asOf)) : before;
    const lost = [...new Set([...before, ...promised])].filter((uuid) => !rows.has(uuid)).length;
    const { requests, refused } = server.counts;
    return { minutes: (ended ?? Number.NaN) / 60_000, requests, refused, lost, note: state.certificate };
  } finally {
    await engine.close();
    await server.close();
  }
}

async function walkWithScript(order: Order, options: RowOptions): Promise<Walked> {
  const list = aList(options);
  const before = list.uuids();
  const state = { at: START_MS, requests: 0 };
  const time = {
    now: () => state.at,
    around: <Value>(read: () => Value): Promise<Value> => {
      // No pause before the first page; half of the latency there, half back.
      state.at += (state.requests === 0 ? 0 : PAUSE_MS) + LATENCY_MS / 2;
      state.requests += 1;
      const value = read();
      state.at += LATENCY_MS / 2;
      return Promise.resolve(value);
    },
  };
  const server = await startListServer({ list, order, time, limit: LIMIT });
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-peer-'));
  try {
    const out = join(folder, 'rows.txt');
    await runScript(['--base-url', server.baseUrl, '--key', KEY, '--out', out, '--pause', '0']);
    const read = readFileSync(out, 'utf8').trimEnd().split('\n');
    const rows = new Set(read);
    const lost = [...before].filter((uuid) => !rows.has(uuid)).length;
    const { requests, refused } = server.counts;
    const note = `${read.length - rows.size} twice, no proof`;
    return { minutes: (state.at - START_MS) / 60_000, requests, refused, lost, note };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function runScript(argv: readonly string[]): Promise<void> {
  const child = spawn('python3', [PEER, ...argv], { stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`the script ended with ${code}`));
    });
  });
}
