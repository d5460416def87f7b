// The keyboard of this window: which key goes with letters, and which keys do something.
import { type Held, heldHere, useUi } from '../../ui/index.ts';
import type { KeysOn } from './keys.ts';

export interface Keyboard extends KeysOn {
  readonly held: Held;
}

/** What the system, the shell and the settings say. */
export function useKeyboard(): Keyboard {
  const { apart, plainKeys } = useUi();
  return { held: heldHere(), isProgram: apart?.place === 'window', plainKeys };
}
