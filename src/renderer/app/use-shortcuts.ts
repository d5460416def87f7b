// The keys of the commands. A plain key does nothing while somebody types, and none anything behind a dialog.
import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import { isHeld, isTyping } from '../ui/index.ts';
import type { Command, Deeds } from './commands/command.ts';
import { COMMANDS, PALETTE } from './commands/commands.ts';
import { CHORD_MS, isPressed, keysHere, type Pressed } from './commands/keys.ts';
import { type Keyboard, useKeyboard } from './commands/key-caps.tsx';

const DIALOG = '[role="dialog"][aria-modal="true"]';

/** Whether a dialog stands before the window, behind which nothing happens until it is left: for that command, or for any when there is none. The palette is left by its own key. */
export function isOutOfReach(id?: Command['id']): boolean {
  return document.querySelector(id === PALETTE ? `${DIALOG}:not([data-console-palette])` : DIALOG) !== null;
}

export function useShortcuts(deeds: Deeds): void {
  const keyboard = useKeyboard();
  const { held, plainKeys } = keyboard;
  /** When `g` was pressed. */
  const chord = useRef(Number.NEGATIVE_INFINITY);
  // The second letter of a chord is nobody else's, so it is taken before any screen with keys of its own hears it.
  const endChord = (event: KeyboardEvent): void => {
    if (event.timeStamp - chord.current >= CHORD_MS || hasModifier(event) || isTyping(event.target)) return;
    // Shift and its like are no letters: whoever writes the letter large presses them first.
    if (event.defaultPrevented || event.isComposing || !plainKeys || MODIFIERS.has(event.key)) return;
    chord.current = Number.NEGATIVE_INFINITY;
    if (isOutOfReach()) return;
    event.preventDefault();
    commandOf(event, 'g', keyboard)?.run?.(deeds);
  };
  useWindowEvent('keydown', endChord, { capture: true });
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    const isCommand = isHeld(event, held);
    if (!isCommand && (event.ctrlKey || event.metaKey || isTyping(event.target) || !plainKeys)) return;
    const command = commandOf(event, 'nothing', keyboard);
    const isShut = isOutOfReach(command?.id);
    if (event.key === 'g' && !isCommand && !isShut) chord.current = event.timeStamp;
    if (command === undefined) return;
    // Not even the menu of the program gets a key of ours that does nothing now: it would do behind the dialog what the key must not.
    if (isShut) return event.preventDefault();
    // What went nowhere is left to whoever hears the key next. A key that is kept down is one press.
    if (!event.repeat && command.run?.(deeds) === false) return;
    event.preventDefault();
  });
}

/** The command of this key, among those that the console itself hears here. */
function commandOf(event: Pressed, after: 'g' | 'nothing', { held, ...on }: Keyboard): Command | undefined {
  return COMMANDS.find(({ keys }) =>
    keysHere(keys, on).some((key) => key.ear === 'console' && isPressed(key, event, { held, after })),
  );
}

const MODIFIERS: ReadonlySet<string> = new Set('Shift CapsLock Control Meta Alt AltGraph Fn NumLock'.split(' '));

function hasModifier({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey;
}
