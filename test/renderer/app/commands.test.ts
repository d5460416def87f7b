/** The commands: one table for palette, sheet and listener; keys that are nobody else's; what a text finds; how keys are named on each system. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommandStanding, ranked } from '../../../src/renderer/app/commands/command.ts';
import { COMMANDS } from '../../../src/renderer/app/commands/commands.ts';
import {
  findCommand,
  profileCommands,
  typedId,
  viewCommands,
} from '../../../src/renderer/app/commands/found-commands.ts';
import { capsOf, isPressed, type KeyPress } from '../../../src/renderer/app/commands/keys.ts';
import { heldKey } from '../../../src/renderer/ui/window/keys.ts';
import { SCREENS } from '../../../src/domain/console/screens.ts';
import { BUSINESS, SANDBOX } from '../support/scripts.ts';

const STANDING: CommandStanding = {
  writeBar: null,
  apart: true,
  isSandbox: true,
  print: { kind: 'ready' },
  canPress: () => true,
};

function offered(standing: Partial<CommandStanding> = {}): string[] {
  const now = { ...STANDING, ...standing };
  return COMMANDS.filter(({ run, available }) => run !== null && available(now).kind !== 'absent').map(({ id }) => id);
}

describe('the table of commands', () => {
  it('gives every screen a command and every command an id of its own', () => {
    expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
    for (const { path, isTask } of SCREENS.filter(({ key, words }) => key !== undefined || words !== undefined))
      expect(offered()).toContain(isTask === true ? `do${path}` : `go${path}`);
  });

  it('has no key that the console hears twice', () => {
    const heard = COMMANDS.flatMap(({ keys }) => keys).filter(({ ear }) => ear === 'console');
    const names = heard.map(({ kind, key, shift }) => `${kind} ${shift === true} ${key}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('does something for every key that the console hears', () => {
    const idle = COMMANDS.filter(({ keys, run }) => run === null && keys.some(({ ear }) => ear === 'console'));
    expect(idle).toEqual([]);
  });

  it('refuses what writes with its reason, and leaves out what means nothing now', () => {
    const barred = { ...STANDING, writeBar: 'This profile is read-only.' };
    const refused = COMMANDS.filter(({ available }) => available(barred).kind === 'refused');
    expect(refused.map(({ label }) => label)).toEqual(['New invoice', 'New invoices from a file…', 'Resend…']);
    for (const { available } of refused) expect(available(barred)).toMatchObject({ reason: barred.writeBar });
    expect(offered().filter((id) => /^(?:print|apart)/.test(id))).toEqual(['apart', 'print']);
    expect(offered({ apart: false }).filter((id) => /^(?:print|apart)/.test(id))).toEqual(['print']);
  });
});

describe('finding commands', () => {
  it('takes words in any order, the beginning of a word before its middle, the label before other words', () => {
    const first = (text: string): string | undefined =>
      ranked(
        text,
        COMMANDS.filter(({ run }) => run !== null),
      )[0]?.label;
    expect(first('exc')).toBe('Reconciliation: Exceptions');
    expect(first('webhook signature')).toBe('Check a signature');
    expect(first('signature check')).toBe('Check a signature');
    expect(first('payouts')).toBe('Withdrawals');
    expect(first('inv')).toBe('Invoices');
    expect(ranked('exceptions zzz', COMMANDS)).toEqual([]);
  });

  it('keeps the order of the table where nothing is typed', () => {
    expect(ranked('', COMMANDS)).toEqual(COMMANDS);
  });

  it('never fails on any text, and finds nothing that is not in the table', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        for (const found of ranked(text, COMMANDS)) expect(COMMANDS).toContain(found);
        const id = typedId(text);
        if (id !== null) expect(text).toContain(id);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it('offers to find what looks like an id and nothing else', () => {
    expect(typedId(' order-1057 ')).toBe('order-1057');
    expect(typedId('0f8fad5b-d9cb-469f-a165-70867728950e')).not.toBeNull();
    for (const text of ['invoices', 'a1', 'two words 1', '', '1\n2']) expect(typedId(text)).toBeNull();
    expect(findCommand('order-\u202e1057')?.label).not.toContain('\u202e');
  });

  it('names profiles and views as plain text, and no profile that is shown', () => {
    const commands = profileCommands([SANDBOX, { ...BUSINESS, name: 'A\u202eB' }], SANDBOX.id, () => undefined);
    expect(commands.map(({ id }) => id)).toEqual([`profile-${BUSINESS.id}`]);
    expect(commands[0]?.label).not.toContain('\u202e');
    const [view] = viewCommands([{ id: 'v', list: 'invoices', name: 'x'.repeat(200), query: '' }]);
    expect(view?.label.length).toBeLessThan(100);
  });
});

describe('keys', () => {
  const press = (key: string, more: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...more,
  });
  const K: KeyPress = { kind: 'with', key: 'k', ear: 'console' };
  const G: KeyPress = { kind: 'go', key: 'i', ear: 'console' };

  it('are ⌘ on a Mac and Ctrl elsewhere', () => {
    expect(heldKey({ platform: 'MacIntel' })).toBe('⌘');
    expect(heldKey({ platform: 'Win32', userAgentData: { platform: 'macOS' } })).toBe('⌘');
    expect(heldKey({ platform: 'Linux x86_64' })).toBe('Ctrl');
    expect(heldKey({ platform: 'Win32', userAgentData: {} })).toBe('Ctrl');
    expect(capsOf({ ...K, shift: true }, '⌘')).toEqual(['⌘', 'Shift', 'K']);
    expect(capsOf(G, 'Ctrl')).toEqual(['G', 'I']);
  });

  it('are told apart by what is held, which on a Mac is ⌘ alone: there Ctrl and a letter edit a text', () => {
    const [ctrl, mac] = [
      { held: 'Ctrl', after: 'nothing' },
      { held: '⌘', after: 'nothing' },
    ] as const;
    expect(isPressed(K, press('k', { ctrlKey: true }), ctrl)).toBe(true);
    expect(isPressed(K, press('K', { metaKey: true }), mac)).toBe(true);
    expect(isPressed(K, press('k', { ctrlKey: true }), mac)).toBe(false);
    expect(isPressed(K, press('k', { metaKey: true }), ctrl)).toBe(false);
    expect(isPressed(K, press('k'), ctrl)).toBe(false);
    expect(isPressed(K, press('K', { ctrlKey: true, shiftKey: true }), ctrl)).toBe(false);
    expect(isPressed(K, press('k', { ctrlKey: true, altKey: true }), ctrl)).toBe(false);
    for (const circumstance of [ctrl, mac]) {
      expect(isPressed(K, press('k', { ctrlKey: true, metaKey: true }), circumstance)).toBe(false);
      expect(isPressed(G, press('i'), circumstance)).toBe(false);
      expect(isPressed(G, press('i'), { ...circumstance, after: 'g' })).toBe(true);
    }
  });
});
