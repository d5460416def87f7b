/**
 * What most stories begin with: a console with a folder of its own and a business in it, whose API is the story's sandbox, read and on screen.
 * Not here: the console (target.ts), what the sandbox holds.
 */
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { freshFolder, prepareWorld, removeFolder } from './real-console.ts';
import { type Desk, type DeskOptions, type OpenDesk, test as base } from './target.ts';

const NAME = 'Orchard';

interface Connected {
  /** Removed by whoever asked for it. */
  readonly dataDir: string;
  readonly desk: Desk;
  readonly profile: string;
}

interface ConnectOptions extends DeskOptions {
  /** Which lists are waited for until they are certified; the invoices where nothing is said. */
  readonly lists?: readonly ('invoices' | 'withdrawals')[];
}

/** A console that has read the business of this sandbox, and shows its own still: what is to be read besides can be asked for before. */
export async function connectBusiness(
  openDesk: OpenDesk,
  { baseUrl, apiKey }: Pick<Sandbox, 'baseUrl' | 'apiKey'>,
  { lists = ['invoices'], ...options }: ConnectOptions = {},
): Promise<Connected> {
  const dataDir = freshFolder();
  await prepareWorld(dataDir, 5);
  const desk = await openDesk(dataDir, options);
  const { script } = desk;
  const { id: profile = '' } = await script.call('profiles.add', { name: NAME, baseUrl, apiKey });
  await script.call('profiles.select', { id: profile });
  await script.untilSynced((status) => lists.every((list) => status[list].certificate === 'certified'), profile);
  return { dataDir, desk, profile };
}

/** The window shows the business, as its person would choose it. */
export async function chooseBusiness(desk: Desk): Promise<void> {
  await desk.reload();
  await desk.page.getByRole('button', { name: /Switch profile/ }).click();
  await desk.page.getByRole('menuitem', { name: new RegExp(NAME) }).click();
}

interface OwnBusiness extends Connected {
  readonly sandbox: Sandbox;
}

interface Past extends Pick<ConnectOptions, 'lists'> {
  /** Invoices. */
  readonly size: number;
  /** What is to be there beside them before the console reads. */
  readonly prepare?: (sandbox: Sandbox) => void;
}

interface Fixtures {
  readonly past: Past;
  /** The business of a sandbox of the test's own, read and on screen. */
  readonly own: OwnBusiness;
}

/** For a story that is one test. */
export const test = base.extend<Fixtures>({
  past: [{ size: 12 }, { option: true }],
  own: async ({ openDesk, past: { size, prepare, ...options } }, use) => {
    const sandbox = await createSandbox({ size, limit: 100_000 });
    prepare?.(sandbox);
    const connected = await connectBusiness(openDesk, sandbox, options);
    await chooseBusiness(connected.desk);
    await use({ ...connected, sandbox });
    await connected.desk.stop();
    await sandbox.close();
    removeFolder(connected.dataDir);
  },
});
