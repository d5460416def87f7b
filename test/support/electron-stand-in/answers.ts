/**
 * The child's end of the process channel, the same for every stand-in: it puts the stand-in where `electron` is imported, runs main, and answers
 * the parent's questions by their number. Not here: questions about pages (child.ts of each stand-in), the parent's end (program.ts).
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { CommonQuestion } from './program.ts';
import { world } from './world.ts';

/** Ends the process; what the stand-in has to end first is its to say. */
export type End = (code: number) => void;

/** From now on `electron` is that module, for imports and for require. */
export function standInAs(url: URL): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron'
        ? { url: url.href, format: url.pathname.endsWith('.ts') ? 'module-typescript' : 'module', shortCircuit: true }
        : next(specifier, context),
  });
}

/** Runs the main that the command line names, and answers until the end. Without a parent there is nobody left to run for. */
export async function runMain(
  answer: (question: never) => Promise<unknown>,
  end: End = (code) => process.exit(code),
): Promise<void> {
  world.exits.once('exit', end);
  // Main lives on after a promise that nobody waited for; a test does not.
  process.on('unhandledRejection', (reason) => {
    process.stderr.write(`stand-in: nobody waited for ${String(reason)}\n`);
    end(70);
  });
  process.on('disconnect', () => end(0));
  process.on('message', (message: { readonly number: number; readonly question: unknown }) => {
    const { number, question } = message;
    const answered: Promise<unknown> = Reflect.apply(answer, undefined, [question]);
    answered.then(
      (value) => process.send?.({ number, value: value ?? null }),
      (error: unknown) => process.send?.({ number, error: String(error) }),
    );
  });
  const [, , main = ''] = process.argv;
  await import(pathToFileURL(main).href);
  process.send?.({ ready: true });
}

/** Tells the parent unasked. */
export function tell(...event: readonly unknown[]): void {
  process.send?.({ event });
}

/** What has nothing to do with pages. */
export async function answerCommon(question: CommonQuestion): Promise<unknown> {
  switch (question.do) {
    case 'person':
      Object.assign(world.answers, question.answers);
      return null;
    case 'shown':
      return { dialogs: structuredClone(world.dialogs), opened: world.opened };
    case 'desk': {
      // Not before main has made them.
      const { actOnDesk, seenDesk } = await import('./desk-acts.ts');
      return question.act === undefined ? seenDesk() : actOnDesk(question.act);
    }
    case 'quit': {
      const { app } = await import('./parts.ts');
      return app.quit();
    }
  }
}
