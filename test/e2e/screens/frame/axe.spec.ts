/** The check that every screen is put to sees what is broken: at the first look, at a later one, and on a page that was loaded anew. */
import { findViolations } from '../../../renderer/support/axe.ts';
import { expect, test } from '../../support/scripted-page.ts';

test('a picture without words and a pale text are found by every look', async ({ open }) => {
  const page = await open('/');
  const spoil = (): Promise<void> =>
    page.evaluate(`(() => {
      // Beside what the screens render, which is theirs to put away at any moment.
      const place = document.body.appendChild(document.createElement('div'));
      place.innerHTML = '<img src="data:,"><p>pale</p>';
      // As properties: the page takes no style from a text.
      Object.assign(place.style, { position: 'fixed', top: '0', left: '0', zIndex: '9999' });
      Object.assign(place.lastChild.style, { color: '#999', background: '#fff' });
    })()`);
  const broken = async (rules: 'wcag' | 'colours'): Promise<readonly (string | undefined)[]> =>
    (await findViolations(page, { rules })).map((line) => line.split(':')[0]);
  expect(await broken('wcag')).toEqual([]);
  await spoil();
  expect(await broken('wcag')).toEqual(['color-contrast', 'image-alt']);
  expect(await broken('colours')).toEqual(['color-contrast']);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await spoil();
  expect(await broken('wcag')).toEqual(['color-contrast', 'image-alt']);
});
