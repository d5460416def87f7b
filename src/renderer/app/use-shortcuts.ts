/**
 * Listens for the keys of the commands on the window. A plain key does nothing while somebody types, and none anything behind a dialog. Not here: which keys there are (commands/commands.ts), keys of one screen or table.
 */
import { useEffect } from 'react';
import { arePlainKeysOn, isTyping } from '../ui/index.ts';
import type { Command, Deeds } from './commands/command.ts';
import { COMMANDS, PALETTE } from './commands/commands.ts';
import { CHORD_MS, isHeld, isPressed, keysHere, type Pressed } from './commands/keys.ts';
import { type Keyboard, useKeyboard } from './commands/use-keyboard.ts';

/** Listens for as long as the frame is there. */
export function useShortcuts(deeds: Deeds): void {
  const { held, isProgram } = useKeyboard();
  useEffect(() => {
    const keyboard = { held, isProgram };
    const chord = { since: Number.NEGATIVE_INFINITY };
    const press = (event: KeyboardEvent): void => {
      // What is composed with an input method is a letter of a text, whatever its keys are.
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const isCommand = isHeld(event, held);
      if (!isCommand && (event.ctrlKey || event.metaKey || isTyping(event.target) || !arePlainKeysOn())) return;
      const command = commandOf(event, 'nothing', keyboard);
      const isShut = isOutOfReach(command?.id);
      if (event.key === 'g' && !isCommand && !isShut) chord.since = event.timeStamp;
      if (command === undefined || isShut) return;
      // What went nowhere is left to whoever hears the key next. A key that is kept down is one press.
      if (!event.repeat && command.run?.(deeds) === false) return;
      event.preventDefault();
    };
    // The second letter of a chord is nobody else's, so it is taken before any screen with keys of its own hears it.
    const endChord = (event: KeyboardEvent): void => {
      if (event.timeStamp - chord.since >= CHORD_MS || hasModifier(event) || isTyping(event.target)) return;
      chord.since = Number.NEGATIVE_INFINITY;
      if (isOutOfReach(undefined)) return;
      event.preventDefault();
      commandOf(event, 'g', keyboard)?.run?.(deeds);
    };
    window.addEventListener('keydown', endChord, { capture: true });
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', endChord, { capture: true });
      window.removeEventListener('keydown', press);
    };
  }, [deeds, held, isProgram]);
}

/** The command of this key, among those that the console itself hears here. */
function commandOf(event: Pressed, after: 'g' | 'nothing', { held, isProgram }: Keyboard): Command | undefined {
  return COMMANDS.find(({ keys }) =>
    keysHere(keys, isProgram).some((key) => key.ear === 'console' && isPressed(key, event, { held, after })),
  );
}

const DIALOG = '[role="dialog"][aria-modal="true"]';

/** Whether a dialog stands before the window that has to be left first. The palette is left by its own key. */
function isOutOfReach(id: Command['id'] | undefined): boolean {
  return document.querySelector(id === PALETTE ? `${DIALOG}:not([data-console-palette])` : DIALOG) !== null;
}

function hasModifier({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey;
}
