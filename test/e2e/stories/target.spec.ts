/**
 * The console opens on the target: its window shows the screens, the engine answers its calls, it loads anew, and it ends. On real Electron this is
 * the one test that `npm test` asks for; where that is not to be had, its report says why. Not here: the stories.
 */
import { expect } from '@playwright/test';
import { freshFolder, prepareWorld, removeFolder } from '../support/real-console.ts';
import { skipWhereMissing, test } from '../support/target.ts';

skipWhereMissing();

test('the console opens, answers, loads anew and ends', async ({ openDesk, target }) => {
  const dataDir = freshFolder();
  try {
    await prepareWorld(dataDir, 5);
    const desk = await openDesk(dataDir);
    const { capabilities } = await desk.script.call('app.info', {});
    expect(capabilities.shell).toBe(target === 'browser' ? 'browser' : 'electron');
    await desk.reload();
    await expect(desk.page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await desk.stop();
  } finally {
    removeFolder(dataDir);
  }
});
