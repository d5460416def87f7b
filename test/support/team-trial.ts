/**
 * A team's host to try out on this computer: the built server on 127.0.0.1 in a folder of its own that goes with it, the sandbox, a certificate made
 * at start, and a provider of identities that believes whoever says who they are. `npm run serve [-- --port N]`.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { selfSigned } from '../backend/api/transport/certificates.ts';
import { freePort } from './free-port.ts';
import { type Account, CLIENT_ID, startIdentityProvider } from './identity-provider.ts';

const SERVER = join(import.meta.dirname, '..', '..', 'out', 'main', 'server.js');

const PEOPLE = [
  { id: 'ada', name: 'Ada', roles: ['viewer', 'support', 'finance', 'approver', 'admin'], isHostAdmin: true },
  { id: 'ben', name: 'Ben', roles: ['support', 'finance'], isHostAdmin: false },
] as const;

const addressOf = (id: string): string => `${id}@example.com`;
const accountOf = ({ id, name }: Pick<Account, 'id' | 'name'>): Account => ({
  id,
  name,
  email: addressOf(id),
  isVerified: true,
});

/** Runs it until it is told to end; answers with the exit code of the server. Its one line on stdout is `{"serve": …, "people": […]}`. */
export async function tryTeam(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { port: { type: 'string', default: '0' } } });
  const port = await freePort(Number(values.port));
  const origin = `https://127.0.0.1:${port}`;
  const eve = { id: 'eve', name: 'Eve, who is not invited' };
  const provider = await startIdentityProvider([...PEOPLE, eve].map(accountOf), `${origin}/sign-in/callback`);
  const folder = mkdtempSync(join(tmpdir(), 'merchant-console-team-'));
  const { cert, key } = selfSigned({ ip: ['127.0.0.1'], name: 'merchant-console trial' });
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return name;
  };
  const options = {
    origin,
    listen: { address: '127.0.0.1', port },
    tls: { certificate: write('certificate.pem', cert), key: write('key.pem', key) },
    provider: {
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      clientSecretFile: write('client-secret', provider.clientSecret),
    },
    masterKeyFile: write('master-key', randomBytes(32).toString('base64')),
    dataFolder: 'data',
    firstPeople: PEOPLE.map(({ id, ...person }) => ({ ...person, address: addressOf(id) })),
  };
  const child = spawn(
    process.execPath,
    [SERVER, '--options', join(folder, write('options.json', JSON.stringify(options)))],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.stdout.once('data', () => {
    const people = PEOPLE.map(({ id, name }) => ({ name, address: addressOf(id) }));
    process.stderr.write(
      `The certificate was made for this run: a browser asks once whether to go on, a script takes ${join(folder, 'certificate.pem')} as its authority.\n`,
    );
    process.stdout.write(`${JSON.stringify({ serve: origin, people })}\n`);
  });
  const [code] = await once(child, 'exit');
  provider.close();
  rmSync(folder, { recursive: true, force: true });
  return typeof code === 'number' ? code : 1;
}
