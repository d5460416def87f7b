// Keys as the commands name them: how one is recognised, and how it is written for people. Pure.

import { type HeldKey, isHeld } from '../../ui/window/keys.ts';

/** Who hears a key: the console wherever one is, the table or form that has the keyboard, or the program around the page (its menu, the browser). */
type Ear = 'console' | 'screen' | 'program';

export interface KeyPress {
  /** `plain`: by itself. `go`: after `g`. `with`: held together with Ctrl, or ⌘ on a Mac. */
  readonly kind: 'plain' | 'go' | 'with';
  /** As a key event names it ("k", "Enter", "?"); of a range, its words ("1 … 9"). */
  readonly key: string;
  readonly shift?: true;
  readonly ear: Ear;
  /** Only where the console is a program of its own: a browser keeps the key for itself. */
  readonly only?: 'program';
}

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Milliseconds that `g` waits for its letter. */
export const CHORD_MS = 1_200;

/** How a key was pressed: on which system, and whether `g` was pressed just before. */
export interface Circumstance {
  readonly held: HeldKey;
  readonly after: 'g' | 'nothing';
}

export function isPressed({ kind, key, shift }: KeyPress, pressed: Pressed, { held, after }: Circumstance): boolean {
  if (pressed.altKey) return false;
  if (kind === 'with') {
    const isKey = pressed.key.toLowerCase() === key.toLowerCase();
    return isKey && isHeld(pressed, held) && pressed.shiftKey === (shift === true);
  }
  if (pressed.ctrlKey || pressed.metaKey) return false;
  return kind === 'go'
    ? after === 'g' && pressed.key.toLowerCase() === key
    : after === 'nothing' && pressed.key === key;
}

/** The keys that do something here: some only in a program of its own, characters by themselves only while they are on. */
export function keysHere(keys: readonly KeyPress[], { isProgram, plainKeys }: KeysOn): readonly KeyPress[] {
  return keys.filter((key) => (key.only === undefined || isProgram) && (plainKeys || !isCharacter(key)));
}

export interface KeysOn {
  /** The console is a program of its own; a browser keeps some keys for itself. */
  readonly isProgram: boolean;
  readonly plainKeys: boolean;
}

/** Enter, Space and the arrows are keys by themselves too, but no characters that somebody types or dictates by accident. */
function isCharacter({ kind, key }: KeyPress): boolean {
  return kind === 'go' || (kind === 'plain' && /^[!-~]$/.test(key));
}

/** The caps to press, one after the other. */
export function capsOf({ kind, key, shift }: KeyPress, held: HeldKey): readonly string[] {
  const cap = key.length === 1 ? key.toUpperCase() : key;
  if (kind === 'go') return ['G', cap];
  if (kind === 'plain') return shift === true ? ['Shift', cap] : [cap];
  return [held, ...(shift === true ? ['Shift'] : []), cap];
}
