/**
 * What most stories begin with: a console with a folder of its own and a business in it, whose API is the story's sandbox, read and on screen.
 * Not here: the console (target.ts), what the sandbox holds.
 */
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { freshFolder, prepareWorld } from './real-console.ts';
import type { Desk, DeskOptions, OpenDesk } from './target.ts';

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
