/** A hand at mouse and keyboard that counts what it does: clicks, and keys one by one. Not here: what it is asked to do. */
import { expect, type Locator, type Page } from '@playwright/test';

export class Hand {
  clicks = 0;
  keys = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(control: Locator): Promise<void> {
    this.clicks += 1;
    await control.click();
  }

  /** Every letter is a key; of plain letters. */
  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.#page.keyboard.type(text);
  }

  /** What opens the finder waits until the finder has the keyboard. */
  async press(key: string): Promise<void> {
    this.keys += 1;
    await this.#page.keyboard.press(key);
    if (key === 'Control+k')
      await expect(this.#page.getByRole('combobox', { name: 'Find', exact: true })).toBeFocused();
  }
}
