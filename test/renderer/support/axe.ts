/** What axe finds wrong with a page, once for all specs. Not here: which pages are looked at, and overflow. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** Rules whose verdict hangs on colours; every other one says the same in both schemes. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

interface Look {
  /** Every rule of WCAG 2.2 AA, these and axe's own advice, or for a page already looked at only what hangs on its colours. */
  readonly rules?: 'wcag' | 'advice' | 'colours';
}

/** Fading in, a word has a contrast that it will not have a moment later: returns when nothing has moved for a while. */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isMoving = (): boolean =>
      document.getAnimations().some(({ effect, playState }) => {
        // What turns for ever, as a loader does, is not waited for.
        return playState === 'running' && Number(effect?.getComputedTiming().endTime) < Number.POSITIVE_INFINITY;
      });
    let stillSince = performance.now();
    while (performance.now() - stillSince < 150) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (isMoving()) stillSince = performance.now();
    }
  });
}

/**
 * The rules that the page breaks as it stands, a line each with the places. Runs in the page itself and describes what is broken only:
 * the page holds no frames, and describing the thousands of parts that are sound takes five times as long as looking at them.
 */
export async function findViolations(page: Page, { rules = 'wcag' }: Look = {}): Promise<readonly string[]> {
  await standStill(page);
  // The builder sends half a megabyte twice a look. What a page has had stays until it is loaded anew.
  const isThere = await page.evaluate<boolean>(`typeof globalThis.axe?.run === 'function'`);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) });
  axe.setLegacyMode(true).options({ resultTypes: ['violations'] });
  if (rules === 'colours') axe.withRules(COLOURS);
  else axe.withTags(rules === 'wcag' ? WCAG : [...WCAG, 'best-practice']);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}; first ${nodes[0]?.html}`,
  );
}
