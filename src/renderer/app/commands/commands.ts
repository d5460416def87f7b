// Every command of the console, in one table: the palette, the sheet of keys and the listener of keys all read it.
import {
  IconBuildingStore,
  IconAppWindow,
  IconCommand,
  IconFlask,
  IconKeyboard,
  IconLock,
  IconMailForward,
  IconPlus,
  IconPrinter,
  IconRefresh,
  IconSearch,
  IconSend,
  IconShieldCheck,
  type TablerIcon,
} from '@tabler/icons-react';
import { firstScreen, PLACES, type Screen, type ScreenId, SCREENS } from '../../../domain/console/screens.ts';
import { PLACE_ICONS } from '../place-icons.ts';
import {
  ABSENT,
  type Availability,
  type Command,
  type CommandGroup,
  READY,
  type CommandStanding,
  type ScreenKey,
} from './command.ts';
import type { KeyPress } from './keys.ts';

/** There are no more digits than that. */
const DIGITS = 9;

const always = (): Availability => READY;

function go(key: string): KeyPress {
  return { kind: 'go', key, ear: 'console' };
}

function held(key: string): KeyPress {
  return { kind: 'with', key, ear: 'console' };
}

/** The number of a place, behind Ctrl, where this is its first screen. */
function digitOf(screen: Screen): number | null {
  const at = PLACES.findIndex(({ id }) => id === screen.place);
  return at < DIGITS && firstScreen(screen.place).id === screen.id ? at + 1 : null;
}

/** "Webhooks: Deliveries"; a place's own name is not said twice. */
function labelOf({ place, label, tabs }: Screen): string {
  const name = PLACES.find(({ id }) => id === place)?.label;
  return tabs === place && name !== undefined && name !== label ? `${name}: ${label}` : label;
}

/** Screens that are looked at and stand for themselves: one of a record needs its name. */
const LOOKED_AT: readonly Command[] = SCREENS.filter(
  ({ key, words, isTask }) => isTask !== true && (key !== undefined || words !== undefined),
).map((screen): Command => {
  const digit = digitOf(screen);
  return {
    id: `go${screen.path}`,
    label: labelOf(screen),
    keywords: `go to open ${screen.place} ${screen.words ?? ''}`,
    group: 'Go',
    icon: PLACE_ICONS[screen.place],
    keys: [
      ...(screen.key === undefined ? [] : [go(screen.key)]),
      // A browser keeps digits for its tabs.
      ...(digit === null ? [] : [{ ...held(String(digit)), only: 'program' as const }]),
    ],
    available: always,
    run: (deeds) => deeds.go(screen.path),
  };
});

/** Changes are refused before anybody fills in a form; the form says the same. */
function whileWritable({ writeBar }: CommandStanding): Availability {
  return writeBar === null ? READY : { kind: 'refused', reason: writeBar };
}

const TASK_ICONS: Readonly<Partial<Record<ScreenId, TablerIcon>>> = {
  'new-invoice': IconPlus,
  'new-resend': IconMailForward,
  signature: IconShieldCheck,
  connect: IconBuildingStore,
};

const TASKS: readonly Command[] = SCREENS.filter(({ isTask }) => isTask === true).map(
  ({ id, path, label, key, words, place }): Command => ({
    id: `do${path}`,
    label,
    keywords: `${place} ${words ?? ''}`,
    group: 'Work',
    icon: TASK_ICONS[id] ?? PLACE_ICONS[place],
    keys: key === undefined ? [] : [go(key)],
    // A signature is checked on this computer alone, and another business has nothing to do with this one.
    available: id === 'signature' || id === 'connect' ? always : whileWritable,
    run: (deeds) => deeds.go(path),
  }),
);

/** The same in every program; the menu of ours, or the browser, hears it. */
const PRINT_KEY: KeyPress = { kind: 'with', key: 'p', ear: 'program' };

/** Held by the menu of ours, which makes windows; a browser keeps it for its own. */
const NEW_WINDOW_KEY: KeyPress = { kind: 'with', key: 'n', ear: 'program', only: 'program' };

/** The finder: its key, pressed again, takes away what it opened. */
export const PALETTE = 'palette';
/** Whatever is open. */
export const LOCK = 'lock';

const WINDOW: readonly Command[] = [
  onScreen('new-window', 'Window', 'New window', [NEW_WINDOW_KEY]),
  {
    id: PALETTE,
    label: 'Find',
    keywords: '',
    group: 'Window',
    icon: IconCommand,
    keys: [held('k'), { ...held('p'), shift: true }],
    // It is where this would be looked for.
    available: () => ABSENT,
    run: (deeds) => deeds.openPalette(),
  },
  {
    id: 'keyboard-sheet',
    label: 'Keyboard shortcuts',
    keywords: 'keys help sheet hotkeys',
    group: 'Window',
    icon: IconKeyboard,
    keys: [{ kind: 'plain', key: '?', ear: 'console' }],
    available: always,
    run: (deeds) => deeds.openSheet(),
  },
  {
    id: 'apart',
    label: 'Open this screen apart',
    keywords: 'new window tab detach second own',
    group: 'Window',
    icon: IconAppWindow,
    keys: [{ ...NEW_WINDOW_KEY, shift: true }],
    available: ({ apart }) => (apart ? READY : ABSENT),
    run: (deeds) => deeds.openApart(),
  },
  {
    id: 'training',
    label: 'Training bench',
    keywords: 'sandbox practice learn pay expire break receiver outage slow revoke colleague',
    group: 'Window',
    icon: IconFlask,
    keys: [],
    available: ({ isSandbox }) => (isSandbox ? READY : ABSENT),
    run: (deeds) => deeds.openTraining(),
  },
  {
    id: LOCK,
    label: 'Lock the console',
    keywords: 'away hide passphrase screen',
    group: 'Window',
    icon: IconLock,
    keys: [{ ...held('l'), shift: true }],
    available: always,
    run: (deeds) => deeds.lock(),
  },
  {
    id: 'print',
    label: 'Print this screen, or save it as PDF',
    keywords: 'paper file',
    group: 'Window',
    icon: IconPrinter,
    keys: [PRINT_KEY],
    available: ({ print }) => print,
    run: (deeds) => deeds.print(),
  },
];

/** What only the screen with the keyboard can do, by its keys. */
function onScreen(id: string, group: CommandGroup, label: string, keys: readonly KeyPress[]): Command {
  return { id, label, keywords: '', group, icon: null, keys, available: () => ABSENT, run: null };
}

function onTable(key: string, kind: KeyPress['kind'] = 'plain', shift = false): KeyPress {
  return { kind, key, ear: 'screen', ...(shift ? { shift: true } : {}) };
}

const LISTS: readonly Command[] = [
  {
    id: 'search',
    label: 'Search on this screen',
    keywords: 'filter text list',
    group: 'Lists',
    icon: IconSearch,
    keys: [{ kind: 'plain', key: '/', ear: 'console' }],
    available: always,
    run: (deeds) => deeds.search(),
  },
  onScreen(
    'list-move',
    'Lists',
    'Move in a table',
    ['↑', '↓', '←', '→'].map((key) => onTable(key)),
  ),
  onScreen('list-page', 'Lists', 'Move by a page', [onTable('Page Up'), onTable('Page Down')]),
  onScreen('list-ends', 'Lists', 'Go to the first or the last row', [onTable('Home', 'with'), onTable('End', 'with')]),
  onScreen('list-row', 'Lists', 'Go to a row by its number', [onTable('g', 'with')]),
  onScreen('list-open', 'Lists', 'Open the row', [onTable('Enter')]),
  onScreen('list-open-apart', 'Lists', 'Open the row in a window or tab of its own', [onTable('Enter', 'with')]),
  onScreen('list-copy', 'Lists', 'Copy the row, or the selected ones', [onTable('c')]),
  onScreen('list-copy-cell', 'Lists', 'Copy the cell, or that column of the selected ones', [
    onTable('c', 'plain', true),
  ]),
  onScreen('list-select', 'Lists', 'Select the row', [onTable('Space')]),
  onScreen('list-select-to', 'Lists', 'Select all from the last one to it', [onTable('Space', 'plain', true)]),
  onScreen('list-select-all', 'Lists', 'Select all of the filter', [onTable('a', 'with')]),
  onScreen('list-select-none', 'Lists', 'Select nothing', [onTable('Esc')]),
];

/** By a large letter, since it reaches beyond what has the keyboard. */
function pressed(
  key: ScreenKey,
  letter: string,
  label: string,
  keywords: string,
  group: CommandGroup,
  icon: TablerIcon,
): Command {
  return {
    id: `press-${key}`,
    label,
    keywords,
    group,
    icon,
    keys: [{ kind: 'plain', key: letter, shift: true, ear: 'console' }],
    // Each business has a command of its own in the finder.
    available: ({ canPress }) => (key !== 'business' && canPress(key) ? READY : ABSENT),
    run: (deeds) => deeds.press(key),
  };
}

const PRESSED: readonly Command[] = [
  pressed('refresh', 'R', 'Refresh: read it from the API now', 'again sync update reload', 'Work', IconRefresh),
  pressed('resend', 'S', 'Resend: of this invoice, or of the selected rows', 'webhook again send', 'Work', IconSend),
  pressed('business', 'B', 'Switch the business', 'profile another shop', 'Window', IconBuildingStore),
];

const OF_ONE_SCREEN: readonly Command[] = [
  onScreen(
    'record-neighbours',
    'Work',
    'A record: the next row of its list, the row before',
    ['J', 'K'].map((key) => onTable(key)),
  ),
  onScreen('invoice-reply', 'Work', 'Invoice: copy the customer reply', [onTable('y')]),
  onScreen('invoice-note', 'Work', 'Invoice: copy the internal note', [onTable('n')]),
  onScreen('record-note', 'Work', 'Invoice, withdrawal, customer, endpoint: write a note', [onTable('w')]),
  onScreen('record-labels', 'Work', 'Invoice, withdrawal, customer, endpoint: choose labels', [onTable('l')]),
  onScreen('record-case', 'Work', 'Invoice, withdrawal, customer, endpoint: open a case', [onTable('c')]),
  // Lists that are worked through, in the order in which a row is: of the ledger, what it has beside those of exceptions.
  worked('exceptions', 'next row, row before', 'J', 'K'),
  worked('exceptions', 'resolve the row in hand', 'R'),
  worked('exceptions', 'its reason', '1', '2', '3', '4', '5', '6'),
  worked('exceptions', 'write a note', 'N'),
  worked('exceptions', 'assign to me, or give back', 'A'),
  worked('exceptions', 'assign to somebody', 'T'),
  worked('exceptions', 'set the day by which it is due', 'D'),
  worked('exceptions', 'reopen', 'U'),
  worked('exceptions', 'leave the form; once more, close the panel', 'Esc'),
  worked('books', 'open its record', 'O'),
  worked('books', 'match by hand: the row in hand, or the selected ones', 'M'),
  worked('books', 'take its match by hand back, or reopen its exception', 'U'),
];

function worked(list: 'exceptions' | 'books', words: string, ...keys: readonly string[]): Command {
  return onScreen(
    `${list}-${keys.join('-')}`,
    'Work',
    `${list === 'books' ? 'Ledger' : 'Exceptions'}: ${words}`,
    keys.map((key) => onTable(key)),
  );
}

export const COMMANDS: readonly Command[] = [...LOOKED_AT, ...LISTS, ...TASKS, ...PRESSED, ...OF_ONE_SCREEN, ...WINDOW];
