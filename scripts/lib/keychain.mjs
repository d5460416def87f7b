/**
 * Tries a keychain module in the real key store, in a process of its own (`node scripts/lib/keychain.mjs FILE` is that process): a store that never
 * answers keeps the whole process from ending, process.exit() included, since Node waits for the threads that ask it. Not here: who wants to know.
 */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { execute } from './project.mjs';

const SELF = fileURLToPath(import.meta.url);
const WORKING = 'working';

/**
 * Why the module does not keep, read and forget an entry of its own; null when it does.
 * @param {string} file The module, keytar.node
 * @param {{ env?: NodeJS.ProcessEnv, limit?: number }} [options] The limit in milliseconds
 * @returns {Promise<string | null>}
 */
export async function keychainTrouble(file, { env = process.env, limit = 20_000 } = {}) {
  const started = Date.now();
  const { code, output } = await execute(process.execPath, [SELF, file], { env, quiet: true, timeout: limit });
  if (code === 0 && output === WORKING) return null;
  if (Date.now() - started >= limit) return `no answer within ${limit / 1000} s`;
  return output.trim().split('\n', 1)[0] || `it ended with code ${code}`;
}

/** @param {string} file */
async function tryModule(file) {
  const [service, account, secret] = ['merchant-console-smoke', randomUUID(), randomUUID()];
  const store = createRequire(import.meta.url)(file);
  await store.setPassword(service, account, secret);
  const found = await store.getPassword(service, account);
  await store.deletePassword(service, account);
  if (found !== secret) throw new Error('it gave back something else');
  if ((await store.getPassword(service, account)) !== null) throw new Error('it did not forget');
  process.stdout.write(WORKING);
}

if (process.argv[1] === SELF) {
  try {
    await tryModule(process.argv[2] ?? '');
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
