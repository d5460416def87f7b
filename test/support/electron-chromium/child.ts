/**
 * The process in which a built main runs over the stand-in with a Chromium: `node child.ts MAIN --data-dir DIR`. Its browser is spawned beside it and
 * ends with it. Not a test by itself; not here: driving the page, which is Playwright's (drive.ts).
 */
import { once } from 'node:events';
import { extname } from 'node:path';
import { answerCommon, runMain, standInAs } from '../electron-stand-in/answers.ts';
import { standInApp } from '../electron-stand-in/parts.ts';
import type { CommonQuestion } from '../electron-stand-in/program.ts';
import { world } from '../electron-stand-in/world.ts';
import { ChromiumContents } from './contents.ts';
import type { Question } from './drive.ts';

// Compiled as one, its module has the same ending as this.
standInAs(new URL(`electron${extname(import.meta.url)}`, import.meta.url));

/** The contents of the first window, once there is one. */
async function first(): Promise<ChromiumContents> {
  if (world.windows.length === 0) await once(standInApp, 'web-contents-created');
  const contents = world.windows[0]?.contents;
  if (!(contents instanceof ChromiumContents)) throw new Error('the window is not one of Chromium');
  return contents;
}

async function answer(question: Question | CommonQuestion): Promise<unknown> {
  switch (question.do) {
    case 'loaded':
      return (await first()).loaded;
    case 'evaluate': {
      const { result, exceptionDetails } = await (await (await first()).session()).send('Runtime.evaluate', {
        expression: question.expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails !== undefined)
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    }
    case 'navigate':
      return (await (await first()).session()).send('Page.navigate', { url: question.url });
    case 'crash':
      (await (await first()).session()).send('Page.crash').catch(() => undefined);
      return null;
    case 'reload':
      return (await first()).reload();
    case 'send':
      return (await first()).send(question.channel, ...question.args);
    case 'print':
      return (await (await first()).printToPDF({ printBackground: true })).toString('base64');
    case 'desk':
    case 'person':
    case 'quit':
    case 'shown':
      return answerCommon(question);
  }
}

await runMain(answer);
