/** The keyboard of this window: which key goes with letters, and whether the program around the page leaves all keys to it. Not here: the keys (keys.ts). */
import { useUi } from '../../ui/index.ts';
import { type Held, heldKey, type SystemNames } from './keys.ts';

export interface Keyboard {
  readonly held: Held;
  /** The console is a program of its own; a browser keeps some keys for itself. */
  readonly isProgram: boolean;
}

/** What the system and the shell say. */
export function useKeyboard(): Keyboard {
  const { apart } = useUi();
  const names: SystemNames = window.navigator;
  return { held: heldKey(names), isProgram: apart?.place === 'window' };
}
