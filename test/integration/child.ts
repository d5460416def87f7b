/**
 * A console in a process of its own, to be killed: reads one JSON line with what it needs, then frames, and answers each with a line.
 * The books can be told to hold their breath, so that a death can be placed between two steps of a protocol.
 */
import { createInterface } from 'node:readline';
import { createApp } from '../../src/backend/app.ts';
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import { openDataFolder } from '../../src/backend/data-folder.ts';
import { pauseWatches } from '../support/benches/paused-watch.ts';
import { MemoryVault, portsFor } from './bench.ts';
import { FastClock } from './clock.ts';

export interface ChildStart {
  readonly dataFolder: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly factor: number;
}

function say(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

async function start({
  dataFolder,
  baseUrl,
  apiKey,
  factor,
}: ChildStart): Promise<Awaited<ReturnType<typeof createApp>>> {
  await pauseWatches(dataFolder);
  const folder = openDataFolder(dataFolder);
  if (folder === null) throw new Error('the data folder is in use');
  const ports = portsFor(dataFolder, new FastClock(factor), new MemoryVault(), { baseUrl, apiKey }, []);
  return createApp(ports, folder);
}

function readStart(message: unknown): ChildStart {
  const at = (name: string): unknown => Reflect.get(Object(message), name);
  return {
    dataFolder: String(at('dataFolder')),
    baseUrl: String(at('baseUrl')),
    apiKey: String(at('apiKey')),
    factor: Number(at('factor')),
  };
}

/** What is beside the frame is for this program. */
function frameIn(message: unknown): unknown {
  const { person: _person, ...frame } = Object(message);
  return frame;
}

async function main(): Promise<void> {
  let app: Awaited<ReturnType<typeof createApp>> | null = null;
  for await (const line of createInterface({ input: process.stdin })) {
    const message: unknown = JSON.parse(line);
    if (app === null) {
      app = await start(readStart(message));
      say({ ready: true });
    } else {
      const person = fieldOf(message, 'person');
      const id = fieldOf(person, 'id');
      // Whoever is named so has signed in elsewhere: the address is theirs.
      const subject = fieldOf(person, 'signIn');
      if (typeof subject === 'string')
        void app.people
          .signIn({ issuer: 'https://identity.example', subject, address: subject, isAddressVerified: true })
          .then((signedIn) => say({ id: fieldOf(message, 'id'), ...signedIn }));
      else
        void app
          .dispatch(
            frameIn(message),
            typeof id === 'string' ? `desk of ${id}` : 'child',
            typeof id === 'string' ? { id } : undefined,
          )
          .then((answer) => say(answer));
    }
  }
}

await main();
