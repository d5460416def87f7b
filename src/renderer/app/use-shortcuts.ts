/**
 * Listens for the keys of the commands on the window. A plain key does nothing while somebody types. Not here: which keys there are
 * (commands/commands.ts), keys of one screen or table.
 */
import { useEffect } from 'react';
import { isTyping } from '../ui/index.ts';
import type { Command, Deeds } from './commands/command.ts';
import { COMMANDS } from './commands/commands.ts';
import { CHORD_MS, isHeld, isPressed, type Pressed } from './commands/keys.ts';

/** Listens for as long as the frame is there. */
export function useShortcuts(deeds: Deeds): void {
  useEffect(() => {
    const chord = { since: Number.NEGATIVE_INFINITY };
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey) return;
      if (!isHeld(event) && (event.ctrlKey || event.metaKey || isTyping(event.target))) return;
      if (event.key === 'g' && !isHeld(event)) chord.since = event.timeStamp;
      const command = commandOf(event, 'nothing');
      // What went nowhere is left to whoever hears the key next.
      if (command?.run?.(deeds) === false) return;
      if (command !== undefined) event.preventDefault();
    };
    // The second letter of a chord is nobody else's, so it is taken before any screen with keys of its own hears it.
    const endChord = (event: KeyboardEvent): void => {
      if (event.timeStamp - chord.since >= CHORD_MS || hasModifier(event) || isTyping(event.target)) return;
      chord.since = Number.NEGATIVE_INFINITY;
      event.preventDefault();
      commandOf(event, 'g')?.run?.(deeds);
    };
    window.addEventListener('keydown', endChord, { capture: true });
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', endChord, { capture: true });
      window.removeEventListener('keydown', press);
    };
  }, [deeds]);
}

/** The command of this key, among those that the console itself hears. */
function commandOf(event: Pressed, after: 'g' | 'nothing'): Command | undefined {
  return COMMANDS.find(({ keys }) => keys.some((key) => key.ear === 'console' && isPressed(key, event, after)));
}

function hasModifier({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey;
}
