/**
 * A page of the console over the scripted engine, for the specs of the screens: opened by address, checked by axe in both
 * schemes and for overflow at both sizes, and complaining when anything complained. Not here: what is answered (scenes.ts).
 */
import { expect, type Page } from '@playwright/test';
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import type { CallName } from '../../../src/contract/calls.ts';
import { expectAsked } from '../support/asked.ts';
import { findViolations } from '../support/axe.ts';
import { expectNoOverflow } from '../support/overflow.ts';
import type { ScriptedEngine } from '../support/scripted-engine.ts';
import { test as base } from '../support/scripted-test.ts';
import { SANDBOX, SETTINGS } from '../support/scripts.ts';
import { livingScene, play, type Scene } from './scenes.ts';

/** The profile that the scripted pages show. */
export const PROFILE = SANDBOX.id;

export interface Stage {
  readonly engine: ScriptedEngine;
  readonly page: Page;
  /** Opens an address of the console ("/invoices?status=success"). */
  open(path: string, scene?: Scene): Promise<void>;
  /** Inputs of one call, oldest first. */
  inputsOf(call: CallName): readonly unknown[];
  /** Waits until a call was asked with this much at least. */
  expectAsked(call: CallName, like: object): Promise<void>;
  /** No horizontal overflow at the two sizes, and axe: in both schemes, or in one where another spec has seen the screen's colours. */
  expectSound(schemes?: 'both' | 'one'): Promise<void>;
  /** The page itself may fail requests in this spec on purpose; the browser's own lines about that are no complaint. */
  allowFailedRequests(): void;
}

/** Screens are quick; a busy machine is not. */
export { expect };

const SIZES = [
  [1920, 1080],
  [1280, 800],
] as const;

async function expectSound(page: Page, schemes: 'both' | 'one'): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expectNoOverflow(page, `the window at ${width}×${height}`);
  }
  const colours = schemes === 'both' ? (['dark', 'light'] as const) : (['light'] as const);
  for (const [at, colorScheme] of colours.entries()) {
    await page.emulateMedia({ colorScheme });
    const violations = await findViolations(page, { rules: at === 0 ? 'wcag' : 'colours' });
    expect(violations, colorScheme).toEqual([]);
  }
}

/** Every spec gets a living merchant; what it is about it changes itself. */
export const test = base.extend<{ stage: Stage }>({
  stage: async ({ engine, joinSession, page, show }, use) => {
    engine.on('settings.get', () => success(SETTINGS));
    play(engine, livingScene());
    const complaints: string[] = [];
    let allowsFailed = false;
    page.on('console', (message) => {
      const isNoise = allowsFailed && message.text().startsWith('Failed to load resource');
      if ((message.type() === 'error' || message.type() === 'warning') && !isNoise) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await joinSession(page);
    await use({
      engine,
      page,
      async open(path, scene) {
        if (scene !== undefined) play(engine, scene);
        await show(page, path);
      },
      inputsOf: (call) => engine.inputsOf(call),
      expectAsked: (call, like) => expectAsked(engine, call, like),
      expectSound: (schemes = 'both') => expectSound(page, schemes),
      allowFailedRequests: () => {
        allowsFailed = true;
      },
    });
    const pwned = await page.evaluate(() => Object.hasOwn(window, '__pwned'));
    expect(pwned, 'foreign text ran as script').toBe(false);
    expect(complaints).toEqual([]);
  },
});
