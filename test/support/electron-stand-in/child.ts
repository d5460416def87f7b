/** The process in which a built main runs over the vm-only stand-in: `node child.ts MAIN --data-dir DIR`. Not a test by itself. */
import { answerCommon, runMain, standInAs, tell } from './answers.ts';
import { audit } from './audit.ts';
import type { PageApi, Question } from './drive.ts';
import type { CommonQuestion } from './program.ts';
import { VmContents } from './vm-contents.ts';
import { invoke, world } from './world.ts';

standInAs(new URL('electron.ts', import.meta.url));
// What main does on another system can be looked at here as far as only Electron is asked; Node and its paths stay this system's.
const platform = process.env['STAND_IN_PLATFORM'];
if (platform !== undefined) {
  // What is native is this system's too, and found by its name: once, the first time.
  const { default: Database } = await import('better-sqlite3');
  new Database(':memory:').close();
  Object.defineProperty(process, 'platform', { value: platform });
}

function isPageApi(value: unknown): value is PageApi {
  return typeof value === 'object' && value !== null && 'call' in value && 'subscribe' in value;
}

/** What the page of the first window that is there got from the preload. */
async function page(): Promise<PageApi> {
  const contents = world.windows.find(({ window }) => !window.isDestroyed())?.contents;
  await contents?.loaded;
  const api = contents instanceof VmContents ? contents.exposed.get('merchantConsole') : undefined;
  if (!isPageApi(api)) throw new Error('the preload exposed nothing');
  return api;
}

let unsubscribe = (): void => undefined;

async function answer(question: Question | CommonQuestion): Promise<unknown> {
  switch (question.do) {
    case 'call':
      return (await page()).call(question.frame);
    case 'subscribe':
      unsubscribe = (await page()).subscribe(tell);
      return null;
    case 'unsubscribe':
      return unsubscribe();
    case 'audit':
      return audit();
    case 'foreign': {
      const contents = world.windows[0]?.contents;
      if (contents === undefined) throw new Error('there is no window');
      return invoke(contents, { origin: question.origin, parent: null, url: '' }, question.channel, [question.frame]);
    }
    case 'desk':
    case 'person':
    case 'quit':
    case 'shown':
      return answerCommon(question);
  }
}

await runMain(answer);
