/** What the settings say of updates: every state in words of its own, and a bar wherever nothing can be installed. */
import { describe, expect, it } from 'vitest';
import { UPDATE_STATES, type UpdateState, type UpdateStatus } from '../../../src/domain/console/update.ts';
import { installBar, updateWords } from '../../../src/renderer/features/settings/desktop-words.ts';

const VERSION = '0.2.0';
const REASON = 'The reason is told.';

function status(state: UpdateState, fields: Partial<UpdateStatus> = {}): UpdateStatus {
  return { state, version: VERSION, reason: REASON, checkedAt: null, ...fields };
}

describe('what is said of updates', () => {
  it.each([
    [
      'off',
      'Not checked',
      'This build does not look for newer versions. The reason is told. Its releases say when there is one.',
    ],
    ['current', 'Up to date', 'There is no newer version.'],
    [
      'newer',
      'Version 0.2.0 is available',
      'This build does not install newer versions by itself. The reason is told.',
    ],
    ['loading', 'Version 0.2.0 is being downloaded', 'You can go on working.'],
    [
      'ready',
      'Version 0.2.0 is ready',
      'It was downloaded and its signature is good. Installing it ends the console and starts it again.',
    ],
    ['waiting', 'Version 0.2.0 is ready', 'It was downloaded and its signature is good.'],
    [
      'refused',
      'Version 0.2.0 was refused',
      'It failed a check and was thrown away; this version goes on. The reason is told.',
    ],
    ['failed', 'Not known', 'Whether there is a newer version could not be found out. The reason is told.'],
  ] as const)('%s', (state, title, sentence) => {
    expect(updateWords(status(state))).toEqual({ title, sentence });
  });

  it('is whole sentences without a version and without a reason', () => {
    for (const state of UPDATE_STATES) {
      const { title, sentence } = updateWords({ state, checkedAt: null });
      expect(title, state).not.toMatch(/undefined| {2}|^ | $/);
      expect(sentence, state).toMatch(/^[A-Z][^]*\.$/);
      expect(sentence, state).not.toMatch(/undefined| {2}/);
    }
    expect(updateWords({ state: 'newer', checkedAt: null }).title).toBe('A newer version is available');
  });

  it('shows foreign text as plain text, and not without end', () => {
    const { title, sentence } = updateWords(
      status('refused', { version: '9'.repeat(500), reason: `\u202e${'x'.repeat(5_000)}` }),
    );
    expect(title.length).toBeLessThan(100);
    expect(sentence.length).toBeLessThan(600);
    expect(sentence).toContain('⟨202E⟩');
  });

  it('installs only what is ready, and not while a job runs', () => {
    expect(installBar({ state: 'ready' }, 0)).toBeNull();
    expect(installBar({ state: 'ready' }, 1)).toMatch(/^A job is running\./);
    for (const state of UPDATE_STATES.filter((one) => one !== 'ready')) {
      expect(installBar({ state }, 0), state).toMatch(
        state === 'waiting' ? /^A job is running\./ : /^There is nothing/,
      );
    }
  });
});
