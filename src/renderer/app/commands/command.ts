// What a command is: words, group, keys, when it can be given, and what it does; and which ones a typed text means.
import type { TablerIcon } from '@tabler/icons-react';
import type { KeyPress } from './keys.ts';

interface Findable {
  readonly label: string;
  readonly keywords: string;
}

/** Characters of a text that are looked at; longer is no command. */
const MOST_CHARACTERS = 200;

/** The best first, in the order of the table where two fit equally well. Every word of the text has to be found. */
export function ranked<Item extends Findable>(text: string, commands: readonly Item[]): Item[] {
  const words = wordsOf(text.slice(0, MOST_CHARACTERS));
  const scored = commands.map((command) => ({ command, score: scoreOf(command, words) }));
  return scored
    .filter(({ score }) => score !== null)
    .sort((left, right) => (right.score ?? 0) - (left.score ?? 0))
    .map(({ command }) => command);
}

/** Words without their accents: somebody who types "zloty" means "złoty" as well as the keyboard allows. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** How well all of the words fit, or null when one is not found. */
function scoreOf({ label, keywords }: Findable, words: readonly string[]): number | null {
  const [own, others] = [wordsOf(label), wordsOf(keywords)];
  let sum = 0;
  for (const word of words) {
    const fit = fitOf(word, own, others);
    if (fit === 0) return null;
    sum += fit;
  }
  // What begins as it was typed stands before what only has the words.
  return own.join(' ').startsWith(words.join(' ')) ? sum + 1 : sum;
}

function fitOf(word: string, own: readonly string[], others: readonly string[]): number {
  if (own.includes(word)) return 5;
  if (own.some((one) => one.startsWith(word))) return 4;
  if (others.some((one) => one.startsWith(word))) return 2;
  return word.length > 2 && own.some((one) => one.includes(word)) ? 1 : 0;
}

export const COMMAND_GROUPS = ['Go', 'Lists', 'Work', 'Window'] as const;
/** `Records`: what was found rather than what there is to do. */
export type CommandGroup = (typeof COMMAND_GROUPS)[number] | 'Records';

/** Whether a command can be given now. `absent`: it means nothing here, so it is not offered at all. */
export type Availability =
  | { readonly kind: 'ready' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'absent' };

export interface CommandStanding {
  /** Why nothing can be changed at the API, in words; null when it can. */
  readonly writeBar: string | null;
  readonly apart: boolean;
  readonly isSandbox: boolean;
  /** The print button of the screen, where it has one; every other screen can be printed as it is. */
  readonly print: Availability;
  /** Whether the screen has a button for it that can be pressed now. */
  readonly canPress: (key: ScreenKey) => boolean;
}

/** What a button says of itself (`data-console-key`) that a key presses from anywhere on its screen. */
export type ScreenKey = 'refresh' | 'resend' | 'business';

export interface Deeds {
  readonly go: (path: string) => void;
  /** Puts the keyboard into the search of the screen, or else opens the finder. */
  readonly search: () => void;
  readonly openPalette: () => void;
  readonly openSheet: () => void;
  readonly print: () => void;
  /** Presses the button of the screen for it; false where it has none that can be pressed now. */
  readonly press: (key: ScreenKey) => boolean;
  readonly openApart: () => void;
  readonly openTraining: () => void;
  /** Where there is no passphrase it leads to where one is set. */
  readonly lock: () => void;
}

export interface Command {
  readonly id: string;
  readonly label: string;
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
