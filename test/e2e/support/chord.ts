/** Keys that are one command only when they follow each other closely. Not here: which commands there are. */
import type { Page } from '@playwright/test';

/** `g` and a letter, as quick as a hand: the second is on its way before the first has come back, however slow this machine is. */
export async function goTo(page: Page, letter: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)]);
}
