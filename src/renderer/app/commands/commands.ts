// Every command of the console, in one table: the palette, the sheet of keys and the listener of keys all read it.
import {
  IconBuildingStore,
  IconAppWindow,
  IconCommand,
  IconContrast,
  IconDownload,
  IconKeyboard,
  IconMailForward,
  IconMoon,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconPrinter,
  IconSearch,
  IconShieldCheck,
  IconSun,
  type TablerIcon,
} from '@tabler/icons-react';
import { canDo } from '../../../domain/sync/reading-switch.ts';
import { firstScreen, PLACES, type Screen, type ScreenId, SCREENS } from '../../../domain/console/screens.ts';
import { PLACE_ICONS } from '../place-icons.ts';
import { ABSENT, type Availability, type Command, type CommandGroup, READY, type CommandStanding } from './command.ts';
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

const SCREEN_TASKS: readonly Command[] = SCREENS.filter(({ isTask }) => isTask === true).map(
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

const TASKS: readonly Command[] = [
  ...SCREEN_TASKS,
  reading('pause', 'Pause reading', IconPlayerPause, 'stop sync mirror requests budget shop'),
  reading('resume', 'Resume reading', IconPlayerPlay, 'start continue sync mirror'),
];

function reading(deed: 'pause' | 'resume', label: string, icon: TablerIcon, keywords: string): Command {
  return {
    id: `${deed}-reading`,
    label,
    keywords,
    group: 'Work',
    icon,
    keys: [],
    available: (standing) => readingTo(deed, standing.reading),
    run: (deeds) => deeds.setReading(deed),
  };
}

function readingTo(deed: 'pause' | 'resume', now: CommandStanding['reading']): Availability {
  if (canDo(deed, now)) return READY;
  return deed === 'resume' && now === 'stopped'
    ? { kind: 'refused', reason: 'Reading has stopped; the mirror’s state says why.' }
    : ABSENT;
}

/** The same in every program; the menu of ours, or the browser, hears it. */
const PRINT_KEY: KeyPress = { kind: 'with', key: 'p', ear: 'program' };

/** Held by the menu of ours, which makes windows; a browser keeps it for its own. */
const NEW_WINDOW_KEY: KeyPress = { kind: 'with', key: 'n', ear: 'program', only: 'program' };

const PAPER: Readonly<Record<CommandStanding['paper'], Pick<Command, 'id' | 'label'>>> = {
  pdf: { id: 'save-pdf', label: 'Save this screen as PDF' },
  printer: { id: 'print', label: 'Print this screen' },
};

/** The finder: its key, pressed again, takes away what it opened. */
export const PALETTE = 'palette';

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
  apart('window', [{ ...NEW_WINDOW_KEY, shift: true }]),
  apart('tab', []),
  onPaper('pdf'),
  onPaper('printer'),
  scheme('light', 'Light colours', IconSun),
  scheme('dark', 'Dark colours', IconMoon),
  scheme('auto', 'Colours like the system', IconContrast),
];

function apart(place: NonNullable<CommandStanding['apart']>, keys: readonly KeyPress[]): Command {
  return {
    id: `apart-${place}`,
    label: `Open this screen in a ${place} of its own`,
    keywords: 'new window detach second',
    group: 'Window',
    icon: IconAppWindow,
    keys,
    available: (standing) => (standing.apart === place ? READY : ABSENT),
    run: (deeds) => deeds.openApart(),
  };
}

/** One deed under two names: where the program writes the file itself it says so. */
function onPaper(by: CommandStanding['paper']): Command {
  return {
    ...PAPER[by],
    keywords: 'print paper pdf save file',
    group: 'Window',
    icon: IconPrinter,
    keys: [PRINT_KEY],
    available: ({ paper, buttons }) => (paper === by ? buttons.print : ABSENT),
    run: (deeds) => deeds.print(),
  };
}

/** The name that has no meaning where paper is made so. */
export function otherPaperName(here: CommandStanding['paper']): string {
  return PAPER[here === 'pdf' ? 'printer' : 'pdf'].id;
}

function scheme(name: CommandStanding['scheme'], label: string, icon: TablerIcon): Command {
  return {
    id: `scheme-${name}`,
    label,
    keywords: 'theme scheme mode appearance',
    group: 'Window',
    icon,
    keys: [],
    available: ({ scheme: now }) => (now === name ? ABSENT : READY),
    run: (deeds) => deeds.setScheme(name),
  };
}

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
  {
    id: 'export-list',
    label: 'Export this list as CSV',
    keywords: 'download save rows file',
    group: 'Lists',
    icon: IconDownload,
    keys: [],
    available: ({ buttons }) => buttons.export,
    run: (deeds) => deeds.exportList(),
  },
  onScreen(
    'list-move',
    'Lists',
    'Move in a table',
    ['↑', '↓', '←', '→'].map((key) => onTable(key)),
  ),
  onScreen('list-page', 'Lists', 'Move by a page', [onTable('Page Up'), onTable('Page Down')]),
  onScreen('list-open', 'Lists', 'Open the row', [onTable('Enter')]),
  onScreen('list-open-apart', 'Lists', 'Open the row in a window or tab of its own', [onTable('Enter', 'with')]),
  onScreen('list-select', 'Lists', 'Select the row', [onTable('Space')]),
  onScreen('list-select-to', 'Lists', 'Select all from the last one to it', [onTable('Space', 'plain', true)]),
  onScreen('list-select-all', 'Lists', 'Select all of the filter', [onTable('a', 'with')]),
  onScreen('list-select-none', 'Lists', 'Select nothing', [onTable('Esc')]),
];

const OF_ONE_SCREEN: readonly Command[] = [
  onScreen('invoice-reply', 'Work', 'Invoice: copy the customer reply', [onTable('y')]),
  onScreen('invoice-note', 'Work', 'Invoice: copy the internal note', [onTable('n')]),
  // Lists that are worked through, in the order in which a row is: of the ledger, what it has beside those of exceptions.
  worked('exceptions', 'next row, row before', 'J', 'K'),
  worked('exceptions', 'resolve the row in hand', 'R'),
  worked('exceptions', 'its reason', '1', '2', '3', '4', '5'),
  worked('exceptions', 'write a note', 'N'),
  worked('exceptions', 'assign to me, or give back', 'A'),
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

export const COMMANDS: readonly Command[] = [...LOOKED_AT, ...LISTS, ...TASKS, ...OF_ONE_SCREEN, ...WINDOW];
