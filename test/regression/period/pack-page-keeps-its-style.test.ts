/**
 * The printable statement of a pack allowed any style that stands in it, though it is made of texts of others. Its policy knows its own style by its
 * digest, and a browser applies that one and no other.
 */
import { chromium } from '@playwright/test';
import { expect, it } from 'vitest';
import { statementPage } from '../../../src/backend/files/writing/pack/statement-page.ts';
import { chosenBrowser } from '../../support/system-browser.ts';

it('has the style that its policy names, and refuses another', async () => {
  const browser = await chromium.launch({
    executablePath: chosenBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage();
    const html = statementPage({ title: 'Statement', told: ['Whole.'], tokens: [{ token: 'USDT', figures: [] }] });
    await page.setContent(html.replace('<h1>', '<style>h1{color:rgb(1, 2, 3)}</style><h1>'));
    const of = (selector: string, property: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`);
    expect(await of('table', 'borderCollapse')).toBe('collapse');
    expect(await of('h1', 'color')).toBe('rgb(17, 17, 17)');
  } finally {
    await browser.close();
  }
});
