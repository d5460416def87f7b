/**
 * Every command of the console, in one table: the palette, the sheet of keys and the listener of keys all read it. Not here: those that depend on
 * what there is (profiles, saved views, an id that was typed), which the palette adds (found-commands.ts).
 */
import {
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
import { canDo } from '../../../domain/reading-switch.ts';
import { ENTRY_KEYS, TRIAGE_KEYS, type TriageKey } from '../../ui/index.ts';
import { CHECK_SIGNATURE, DESTINATIONS, NEW_INVOICE, NUMBERED, PLAN_RESEND } from '../destinations.ts';
import { ABSENT, type Availability, type Command, type CommandGroup, READY, type Standing } from './command.ts';
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

const WORDS: Readonly<Record<string, string>> = {
  '/': 'home start dashboard totals',
  '/invoices': 'orders payments',
  '/deliveries': 'webhooks hooks failed',
  '/withdrawals': 'payouts',
  '/adjusted': 'disputes adjustments',
  '/imports': 'files csv workbook upload',
  '/tie-out': 'agree compare told',
  '/entries': 'ledger matching rows',
  '/exceptions': 'findings triage differences',
  '/statement': 'account month balance',
  '/periods': 'month close lock',
  '/take-rates': 'fees commission percent',
  '/rates': 'exchange currency',
  '/payment-methods': 'catalogue commissions limits',
  '/activity': 'log history who',
  '/settings': 'profiles keys preferences notifications updates about',
};

const PLACES: readonly Command[] = DESTINATIONS.map((place): Command => {
  const digit = NUMBERED.indexOf(place);
  const isNumbered = digit >= 0 && digit < DIGITS;
  return {
    id: `go${place.path}`,
    label: place.label,
    keywords: `go to open ${WORDS[place.path] ?? ''}`,
    group: 'Go',
    icon: place.icon,
    // A browser keeps digits for its tabs.
    keys: [go(place.key), ...(isNumbered ? [{ ...held(String(digit + 1)), only: 'program' as const }] : [])],
    available: always,
    run: (deeds) => deeds.go(place.path),
  };
});

/** Changes are refused before anybody fills in a form; the form says the same. */
function whileWritable({ writeBar }: Standing): Availability {
  return writeBar === null ? READY : { kind: 'refused', reason: writeBar };
}

interface Task {
  readonly path: string;
  readonly key: string;
  readonly label: string;
}

function task(
  { path, key, label }: Task,
  icon: TablerIcon,
  keywords: string,
  available: Command['available'],
): Command {
  return {
    id: `do${path}`,
    label,
    keywords,
    group: 'Work',
    icon,
    keys: [go(key)],
    available,
    run: (deeds) => deeds.go(path),
  };
}

const TASKS: readonly Command[] = [
  task(NEW_INVOICE, IconPlus, 'create order payment link', whileWritable),
  task(PLAN_RESEND, IconMailForward, 'webhooks deliveries bulk many again', whileWritable),
  task(CHECK_SIGNATURE, IconShieldCheck, 'hmac secret verify receiver', always),
  {
    id: 'find',
    label: 'Find any id',
    keywords: 'look up search order invoice uuid customer hash',
    group: 'Work',
    icon: IconSearch,
    keys: [held('k')],
    available: always,
    run: (deeds) => deeds.find(),
  },
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

function readingTo(deed: 'pause' | 'resume', now: Standing['reading']): Availability {
  if (canDo(deed, now)) return READY;
  return deed === 'resume' && now === 'stopped'
    ? { kind: 'refused', reason: 'Reading has stopped; the mirror’s state says why.' }
    : ABSENT;
}

/** The same in every program; the menu of ours, or the browser, hears it. */
const PRINT_KEY: KeyPress = { kind: 'with', key: 'p', ear: 'program' };

/** Held by the menu of ours, which makes windows; a browser keeps it for its own. */
const NEW_WINDOW_KEY: KeyPress = { kind: 'with', key: 'n', ear: 'program', only: 'program' };

const PAPER: Readonly<Record<Standing['paper'], Pick<Command, 'id' | 'label'>>> = {
  pdf: { id: 'save-pdf', label: 'Save this screen as PDF' },
  printer: { id: 'print', label: 'Print this screen' },
};

/** The command whose key, pressed again, takes away what it opened. */
export const PALETTE = 'palette';

const WINDOW: readonly Command[] = [
  onScreen('new-window', 'Window', 'New window', [NEW_WINDOW_KEY]),
  {
    id: PALETTE,
    label: 'Command palette',
    keywords: '',
    group: 'Window',
    icon: IconCommand,
    keys: [{ kind: 'with', key: 'p', shift: true, ear: 'console' }],
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

function apart(place: NonNullable<Standing['apart']>, keys: readonly KeyPress[]): Command {
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
function onPaper(by: Standing['paper']): Command {
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
export function otherPaperName(here: Standing['paper']): string {
  return PAPER[here === 'pdf' ? 'printer' : 'pdf'].id;
}

function scheme(name: Standing['scheme'], label: string, icon: TablerIcon): Command {
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

/** Keys of one screen only. */
const SCREENS: readonly Command[] = [
  onScreen('invoice-reply', 'Work', 'Invoice: copy the customer reply', [onTable('y')]),
  onScreen('invoice-note', 'Work', 'Invoice: copy the internal note', [onTable('n')]),
  ...TRIAGE_KEYS.map((one) => worked('exceptions', 'Exceptions', one)),
  ...ENTRY_KEYS.filter(({ keys }) => ['O', 'M', 'U'].includes(keys.join(''))).map((one) =>
    worked('books', 'Your books', one),
  ),
];

function worked(list: string, name: string, { keys, words }: TriageKey): Command {
  return onScreen(
    `${list}-${keys.join('-')}`,
    'Work',
    `${name}: ${words}`,
    keys.map((key) => onTable(key)),
  );
}

/** All of them, in the order of the sheet. */
export const COMMANDS: readonly Command[] = [...PLACES, ...LISTS, ...TASKS, ...SCREENS, ...WINDOW];
