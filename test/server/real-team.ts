/** A team's server in front of the real engine with sealed keys, a business of the independent reading of the API, and people who come in over the provider. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemIds } from '../../src/backend/system.ts';
import type { Role } from '../../src/domain/kernel/roles.ts';
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import { createSealedVault } from '../../src/keychain/sealed-vault.ts';
import { createBrowserHost } from '../../src/shell/http/browser-host.ts';
import { startBench, synced } from '../integration/bench.ts';
import { FastClock } from '../integration/clock.ts';
import { startIndependentApi } from '../support/independent-api/server.ts';
import { type Ruled, serveTeam } from './harness.ts';

const addressOf = (name: string): string => `${name}@example.com`;

export interface RealTeamOptions {
  /** By name, on the one business; `host` looks after the host besides. */
  readonly people: Readonly<Record<string, readonly Role[]>>;
  readonly key: string;
  readonly invoices: number;
  readonly rules?: Ruled;
}

export async function startRealTeam({ people, key, invoices, rules }: RealTeamOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'real-team-'));
  const masterKey = join(folder, 'master-key');
  writeFileSync(masterKey, randomBytes(32).toString('base64'));
  const clock = new FastClock(1);
  const api = await startIndependentApi({ businesses: [{ key, invoices }] });
  const shell = createBrowserHost(clock, systemIds, {});
  const bench = await startBench({
    clock,
    host: shell.host,
    vault: createSealedVault({ folder: join(folder, 'vault'), masterKey }),
  });
  const added = await bench.call('profiles.add', { name: 'Shop', baseUrl: api.baseUrl, apiKey: key });
  const shop = added.id ?? '';
  await synced(bench, shop);
  for (const [name, roles] of Object.entries(people)) {
    const { id } = await bench.call('people.invite', {
      address: addressOf(name),
      name,
      profile: shop,
      roles: [...roles],
    });
    if (name === 'host') await bench.call('people.setHostAdmin', { id, isHostAdmin: true });
  }
  const accounts = Object.keys(people).map((id) => ({ id, name: id, email: addressOf(id), isVerified: true }));
  const team = await serveTeam({ app: bench.app, takeExport: shell.takeExport }, accounts, rules);
  return {
    ...team,
    api,
    bench,
    shop,
    folder,
    masterKey,
    idOf: async (name: string) =>
      (await bench.call('people.list', {})).people.find(({ address }) => address === addressOf(name))?.id ?? '',
    /** Somebody who has signed in; `asks` tells the output of a call, or its failure. */
    async desk(name: string) {
      const browser = team.browser();
      const account = accounts.find(({ id }) => id === name);
      if (account === undefined) throw new Error(`nobody is ${name}`);
      await browser.signIn(account);
      const asks = async (call: string, input: unknown = {}, more: object = {}): Promise<unknown> => {
        const frame = { id: systemIds.uuid(), call, input, profile: shop, ...more };
        const { body } = await browser.ask('POST', '/call', browser.json, JSON.stringify(frame));
        const answer: unknown = JSON.parse(body);
        return fieldOf(answer, 'output') ?? fieldOf(answer, 'failure') ?? answer;
      };
      return { browser, asks };
    },
    async close() {
      await team.close();
      shell.close();
      await bench.stop();
      bench.remove();
      await api.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type RealTeam = Awaited<ReturnType<typeof startRealTeam>>;
