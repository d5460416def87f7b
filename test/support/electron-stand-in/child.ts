/**
 * The process in which a built main runs over the stand-in: `node child.ts MAIN --data-dir DIR`. The parent asks over the
 * process channel; answers carry the question's number. Not a test by itself.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { audit } from './audit.ts';
import type { PageApi, Question } from './drive.ts';
import { VmContents } from './vm-contents.ts';
import { invoke, world } from './world.ts';

const STAND_IN = new URL('electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: STAND_IN, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});

world.exits.on('exit', (code: number) => {
  process.send?.({ exit: code });
  process.exit(code);
});

function isPageApi(value: unknown): value is PageApi {
  return typeof value === 'object' && value !== null && 'call' in value && 'subscribe' in value;
}

/** What the page of the first window got from the preload. */
async function page(): Promise<PageApi> {
  const contents = world.windows[0]?.contents;
  await contents?.loaded;
  const api = contents instanceof VmContents ? contents.exposed.get('merchantConsole') : undefined;
  if (!isPageApi(api)) throw new Error('the preload exposed nothing');
  return api;
}

let unsubscribe = (): void => undefined;

async function answer(question: Question): Promise<unknown> {
  switch (question.do) {
    case 'call':
      return (await page()).call(question.frame);
    case 'subscribe':
      unsubscribe = (await page()).subscribe((...args: unknown[]) => process.send?.({ event: args }));
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
    case 'person':
      Object.assign(world.answers, question.answers);
      return null;
    case 'shown':
      return { dialogs: structuredClone(world.dialogs), opened: world.opened };
    case 'quit': {
      const { app } = await import('./electron.ts');
      return app.quit();
    }
  }
}

process.on('message', (message: { readonly number: number; readonly question: Question }) => {
  const { number, question } = message;
  answer(question).then(
    (value) => process.send?.({ number, value: value ?? null }),
    (error: unknown) => process.send?.({ number, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));

const [, , main = ''] = process.argv;
await import(pathToFileURL(main).href);
process.send?.({ ready: true });
