/**
 * Runs the vault against whatever key store this process finds, and prints what happened as one line of JSON. A process of
 * its own, because the store is found through the environment. Not a test by itself.
 */
import { randomUUID } from 'node:crypto';
import { VaultError } from '../../src/backend/ports.ts';
import { createKeytarVault } from '../../src/keychain/keytar-vault.ts';

const vault = createKeytarVault();
const account = randomUUID();
const secrets = [`pk_${randomUUID()}`, 'ключ "quoted" \\ and 漢字 🔑', 'x'.repeat(2_000)];

/** The value, or the problem's name; `leak` when the error says more than its problem. */
async function outcome(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof VaultError)) return 'not a VaultError';
    const says = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
    return /D-Bus|freedesktop|object path|autolaunch/i.test(says) ? 'leak' : error.problem;
  }
}

const report: Record<string, unknown> = {};
const started = performance.now();
report['probe'] = await vault.probe();
report['absent'] = await outcome(vault.get(account));
const sets: unknown[] = [];
for (const secret of secrets) {
  const set = await outcome(vault.set(account, secret));
  const found = await outcome(vault.get(account));
  sets.push({ set: set ?? 'done', same: found === secret });
}
report['sets'] = sets;
report['together'] = await Promise.all(
  Array.from({ length: 10 }, async (_, at) => {
    // The first as a webhook secret's account is named: beside the key of its profile.
    const own = at === 0 ? `${account}/webhook` : `${account}-${at}`;
    await outcome(vault.set(own, `secret ${at}`));
    const found = await outcome(vault.get(own));
    await outcome(vault.delete(own));
    return found === `secret ${at}`;
  }),
);
report['deleted'] = (await outcome(vault.delete(account))) ?? 'done';
report['after'] = await outcome(vault.get(account));
report['again'] = (await outcome(vault.delete(account))) ?? 'done';
report['empty'] = await outcome(vault.set(account, ''));
report['seconds'] = (performance.now() - started) / 1_000;
process.stdout.write(`${JSON.stringify(report)}\n`);
