// What a command is: words, group, keys, when it can be given, and what it does.
import type { TablerIcon } from '@tabler/icons-react';
import type { ReadingState } from '../../../domain/sync/reading-switch.ts';
import type { KeyPress } from './keys.ts';

export const COMMAND_GROUPS = ['Go', 'Lists', 'Work', 'Window'] as const;
/** `Records`: what was found rather than what there is to do. */
export type CommandGroup = (typeof COMMAND_GROUPS)[number] | 'Records';

/** Whether a command can be given now. `absent`: it means nothing here, so it is not offered at all. */
export type Availability =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'absent' };

/** A button of the present screen that a command presses, by what it is marked with. */
export type MarkedButton = 'export' | 'print';

export interface CommandStanding {
  /** Why nothing can be changed at the API, in words; null when it can. */
  readonly writeBar: string | null;
  readonly reading: ReadingState;
  readonly scheme: 'light' | 'dark' | 'auto';
  readonly apart: 'window' | 'tab' | null;
  /** What puts a screen on paper here: a file that the program writes, or the system's printing. */
  readonly paper: 'pdf' | 'printer';
  readonly buttons: Readonly<Record<MarkedButton, Availability>>;
}

export interface Deeds {
  readonly go: (path: string) => void;
  /** Puts the keyboard into the search of the screen, or else opens the finder. */
  readonly search: () => void;
  readonly openPalette: () => void;
  readonly openSheet: () => void;
  readonly exportList: () => void;
  readonly print: () => void;
  readonly openApart: () => void;
  readonly setScheme: (scheme: CommandStanding['scheme']) => void;
  readonly setReading: (deed: 'pause' | 'resume') => void;
}

export interface Command {
  /** Fixed for ever: what was used lately is remembered by it. */
  readonly id: string;
  readonly label: string;
  /** Other words that somebody may look for it by. */
  readonly keywords: string;
  readonly group: CommandGroup;
  readonly icon: TablerIcon | null;
  readonly keys: readonly KeyPress[];
  readonly available: (standing: CommandStanding) => Availability;
  /** Null: only the screen that has the keyboard can do it, by its keys. False: nothing was there to do it to. */
  readonly run: ((deeds: Deeds) => void | boolean) | null;
}

export const READY: Availability = { kind: 'ready' };
export const ABSENT: Availability = { kind: 'absent' };
