/** What axe finds wrong with a page, once for all specs. Not here: which pages are looked at, and overflow. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

/** The small spelling of it: less than half of what its module would give as its source. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** Rules whose verdict hangs on colours; every other one says the same in both schemes. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

const RULES = { wcag: WCAG, advice: [...WCAG, 'best-practice'], colours: COLOURS } as const;

interface Look {
  /** Every rule of WCAG 2.2 AA, these and axe's own advice, or for a page already looked at only what hangs on its colours. */
  readonly rules?: keyof typeof RULES;
}

/**
 * Fading in, a word has a contrast that it will not have a moment later: returns when nothing has moved for a while, in milliseconds and in frames, since on
 * a busy machine one frame lasts as long as that, and what is to fade in begins some frames after it is put there.
 */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isMoving = (): boolean =>
      document.getAnimations().some(({ effect, playState }) => {
        // What turns for ever, as a loader does, is not waited for.
        return playState === 'running' && Number(effect?.getComputedTiming().endTime) < Number.POSITIVE_INFINITY;
      });
    let stillSince = performance.now();
    let stillFrames = 0;
    while (performance.now() - stillSince < 150 || stillFrames < 8) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      stillFrames += 1;
      if (isMoving()) [stillSince, stillFrames] = [performance.now(), 0];
    }
  });
}

/**
 * The rules that the page breaks as it stands, a line each with the places. Runs in the page itself and describes what is broken only:
 * the page holds no frames, and describing the thousands of parts that are sound takes five times as long as looking at them.
 */
export async function findViolations(page: Page, { rules = 'wcag' }: Look = {}): Promise<readonly string[]> {
  await standStill(page);
  // What a page has had once it keeps until it is loaded anew.
  if (!(await page.evaluate<boolean>(`typeof globalThis.axe?.run === 'function'`))) await page.evaluate(`${SOURCE};0`);
  const options: RunOptions = {
    resultTypes: ['violations'],
    runOnly: { type: rules === 'colours' ? 'rule' : 'tag', values: [...RULES[rules]] },
  };
  return page.evaluate<string[]>(
    `globalThis.axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) =>
      id + ': ' + nodes.map(({ target }) => target.join(' ')).join(' | ') + '; first ' + nodes[0]?.html))`,
  );
}
