// Every screen of the console, declared once: where it is, what it is called, how it is reached.

/** The seven places and the settings, in the order in which the sidebar and the digits have them. */
export const PLACES = [
  { id: 'home', label: 'Home' },
  { id: 'invoices', label: 'Invoices' },
  { id: 'webhooks', label: 'Webhooks' },
  { id: 'withdrawals', label: 'Withdrawals' },
  { id: 'reconciliation', label: 'Reconciliation' },
  { id: 'statements', label: 'Statements' },
  { id: 'pricing', label: 'Pricing' },
  { id: 'settings', label: 'Settings' },
] as const;
export type Place = (typeof PLACES)[number];
export type PlaceId = Place['id'];

/** What holds for every screen that is declared. */
interface ScreenShape {
  readonly id: string;
  readonly place: PlaceId;
  /** As it stands behind the `#`; a part after a colon is a name of what is shown: "/invoices/:ident". */
  readonly path: string;
  readonly label: string;
  /** The letter after `g`. */
  readonly key?: string;
  /** Other words that somebody may look for it by; without these and a key it is reached from where it matters alone. */
  readonly words?: string;
  /** The row of tabs that it stands in, in the order of this table. */
  readonly tabs?: PlaceId | 'month';
  /** One of the views of that screen: it stands under the tab of it, and the tab leads to the first of them. */
  readonly viewOf?: string;
  /** Something to do rather than to look at. */
  readonly isTask?: true;
  /** A list that is narrowed: its address is kept under a name, as one of its views. */
  readonly isList?: true;
}

/** The first screen of a place is where the sidebar leads. A path without a name stands before one with it that it would match. */
const TABLE = [
  { id: 'home', place: 'home', path: '/', label: 'Home', key: 'h', words: 'overview start dashboard totals' },
  {
    id: 'businesses',
    place: 'home',
    path: '/businesses',
    label: 'All businesses',
    words: 'profiles merchants companies compare glance roll-up',
  },
  { id: 'restored', place: 'home', path: '/restored', label: 'Restored' },
  { id: 'approvals', place: 'home', path: '/approvals', label: 'Approvals' },

  {
    id: 'invoices',
    place: 'invoices',
    path: '/invoices',
    label: 'Invoices',
    key: 'i',
    words: 'orders payments',
    isList: true,
  },
  { id: 'invoice', place: 'invoices', path: '/invoices/:ident', label: 'Invoice' },
  {
    id: 'new-invoice',
    place: 'invoices',
    path: '/new-invoice',
    label: 'New invoice',
    key: 'n',
    words: 'create order payment link',
    isTask: true,
  },
  { id: 'created', place: 'invoices', path: '/new-invoice/:intent', label: 'New invoice' },
  {
    id: 'new-invoices',
    place: 'invoices',
    path: '/new-invoices',
    label: 'New invoices from a file…',
    words: 'create many bulk upload csv xlsx payment links',
    isTask: true,
  },
  { id: 'order-run', place: 'invoices', path: '/new-invoices/:id', label: 'Invoices from a file' },
  { id: 'customer', place: 'invoices', path: '/customers/:id', label: 'Customer' },
  { id: 'lookup', place: 'invoices', path: '/find', label: 'Found' },

  {
    id: 'failing',
    place: 'webhooks',
    path: '/webhooks',
    label: 'Failing',
    tabs: 'webhooks',
    key: 'k',
    words: 'outage down endpoint hooks receiver attempts',
    isList: true,
  },
  {
    id: 'deliveries',
    place: 'webhooks',
    path: '/webhooks/deliveries',
    label: 'Deliveries',
    tabs: 'webhooks',
    key: 'd',
    words: 'webhooks hooks failed',
    isList: true,
  },
  {
    id: 'resends',
    place: 'webhooks',
    path: '/webhooks/resends',
    label: 'Resends',
    tabs: 'webhooks',
    key: 'v',
    words: 'runs reports sent again',
    isList: true,
  },
  {
    id: 'new-resend',
    place: 'webhooks',
    path: '/webhooks/resends/new',
    label: 'Resend…',
    key: 'm',
    words: 'webhooks deliveries bulk many again plan',
    isTask: true,
  },
  { id: 'resend', place: 'webhooks', path: '/webhooks/resends/:id', label: 'Resend' },
  {
    id: 'endpoints',
    place: 'webhooks',
    path: '/webhooks/endpoints',
    label: 'Endpoints',
    tabs: 'webhooks',
    key: 'q',
    words: 'receiving hosts servers',
    isList: true,
  },
  {
    id: 'signature',
    place: 'webhooks',
    path: '/webhooks/endpoints/signature',
    label: 'Check a signature',
    key: 'c',
    words: 'hmac secret verify receiver',
    isTask: true,
  },

  {
    id: 'withdrawals',
    place: 'withdrawals',
    path: '/withdrawals',
    label: 'Withdrawals',
    key: 'w',
    words: 'payouts',
    isList: true,
  },
  { id: 'withdrawal', place: 'withdrawals', path: '/withdrawals/:uuid', label: 'Withdrawal' },

  {
    id: 'adjusted',
    place: 'reconciliation',
    path: '/reconciliation',
    label: 'Adjusted',
    viewOf: 'exceptions',
    key: 'a',
    words: 'disputes adjustments',
    isList: true,
  },
  {
    id: 'exceptions-webhooks',
    place: 'reconciliation',
    path: '/reconciliation/exceptions/webhooks',
    label: 'Webhook against invoice',
    viewOf: 'exceptions',
    words: 'told delivered twice',
    isList: true,
  },
  {
    id: 'exceptions-ledger',
    place: 'reconciliation',
    path: '/reconciliation/exceptions/ledger',
    label: 'Ledger differences',
    viewOf: 'exceptions',
    words: 'missing amount differs own books',
    isList: true,
  },
  {
    id: 'exceptions-records',
    place: 'reconciliation',
    path: '/reconciliation/exceptions/records',
    label: 'Records that contradict themselves',
    viewOf: 'exceptions',
    words: 'net sent fee missing date hash',
    isList: true,
  },
  {
    id: 'exceptions-cases',
    place: 'reconciliation',
    path: '/reconciliation/exceptions/cases',
    label: 'Cases',
    viewOf: 'exceptions',
    key: 'j',
    words: 'opened by hand due assigned mine',
    isList: true,
  },
  {
    id: 'late-changes',
    place: 'reconciliation',
    path: '/reconciliation/exceptions/late-changes',
    label: 'Late changes',
    viewOf: 'exceptions',
    words: 'changed after they were final',
    isList: true,
  },
  {
    id: 'unreadable',
    place: 'reconciliation',
    path: '/reconciliation/exceptions/unreadable',
    label: 'Unreadable records',
    viewOf: 'exceptions',
    words: 'quarantine damaged',
    isList: true,
  },
  {
    id: 'exceptions',
    place: 'reconciliation',
    path: '/reconciliation/exceptions',
    label: 'Exceptions',
    tabs: 'reconciliation',
    key: 'e',
    words: 'findings triage differences all',
    isList: true,
  },
  {
    id: 'tie-out',
    place: 'reconciliation',
    path: '/reconciliation/tie-out',
    label: 'Tie-out',
    tabs: 'reconciliation',
    key: 't',
    words: 'agree compare told',
    isList: true,
  },
  {
    id: 'ledger',
    place: 'reconciliation',
    path: '/reconciliation/ledger',
    label: 'Ledger',
    tabs: 'reconciliation',
    key: 'u',
    words: 'own books matching rows entries',
    isList: true,
  },
  { id: 'ledger-entry', place: 'reconciliation', path: '/reconciliation/ledger/:id', label: 'Entry' },
  {
    id: 'imports',
    place: 'reconciliation',
    path: '/reconciliation/imports',
    label: 'Imports',
    tabs: 'reconciliation',
    key: 'x',
    words: 'files csv workbook upload',
    isList: true,
  },
  { id: 'new-import', place: 'reconciliation', path: '/reconciliation/imports/new', label: 'Import a file' },
  { id: 'import', place: 'reconciliation', path: '/reconciliation/imports/:id', label: 'Import' },

  {
    id: 'months',
    place: 'statements',
    path: '/statements',
    label: 'Months',
    key: 'l',
    words: 'closed periods close lock',
  },
  {
    id: 'statement',
    place: 'statements',
    path: '/statements/month',
    label: 'Statement',
    tabs: 'month',
    key: 'b',
    words: 'account month balance',
  },
  {
    id: 'by-day',
    place: 'statements',
    path: '/statements/month/days',
    label: 'By day',
    tabs: 'month',
    words: 'movements daily',
  },
  {
    id: 'fees',
    place: 'statements',
    path: '/statements/month/fees',
    label: 'Fees',
    tabs: 'month',
    key: 'f',
    words: 'take rates commission percent cost network',
    isList: true,
  },
  {
    id: 'journal',
    place: 'statements',
    path: '/statements/month/journal',
    label: 'Journal',
    tabs: 'month',
    words: 'accounting entries ledger debit credit accounts xero quickbooks bookkeeping home currency value',
  },
  {
    id: 'verification',
    place: 'statements',
    path: '/statements/month/close',
    label: 'Verification',
    tabs: 'month',
    words: 'close checks proof',
  },
  {
    id: 'schedules',
    place: 'statements',
    path: '/statements/schedules',
    label: 'Scheduled exports',
    words: 'automatic by itself folder every month week day files month end',
  },
  { id: 'statement-rows', place: 'statements', path: '/statements/month/rows', label: 'Rows' },
  { id: 'fee-rows', place: 'statements', path: '/statements/month/fees/rows', label: 'Fees by invoice' },
  { id: 'journal-rows', place: 'statements', path: '/statements/month/journal/rows', label: 'Rows of the journal' },
  { id: 'adjustments', place: 'statements', path: '/statements/month/adjustments', label: 'Changed after their close' },
  { id: 'closed', place: 'statements', path: '/statements/closed/:id', label: 'Closed period' },

  {
    id: 'calculator',
    place: 'pricing',
    path: '/pricing',
    label: 'Calculator',
    tabs: 'pricing',
    key: 'o',
    words: 'what will I receive estimate fee price order amount',
  },
  {
    id: 'methods',
    place: 'pricing',
    path: '/pricing/methods',
    label: 'Payment methods',
    tabs: 'pricing',
    key: 'p',
    words: 'catalogue commissions limits',
    isList: true,
  },
  {
    id: 'method-changes',
    place: 'pricing',
    path: '/pricing/changes',
    label: 'Changes',
    tabs: 'pricing',
    words: 'fees moved limits history catalogue payment methods',
    isList: true,
  },
  {
    id: 'rates',
    place: 'pricing',
    path: '/pricing/rates',
    label: 'Rates',
    tabs: 'pricing',
    key: 'r',
    words: 'exchange currency',
    isList: true,
  },

  {
    id: 'settings',
    place: 'settings',
    path: '/settings',
    label: 'Settings',
    key: 's',
    words: 'profiles businesses keys preferences notifications updates about',
  },
  {
    id: 'connect',
    place: 'settings',
    path: '/connect',
    label: 'Connect a business',
    words: 'add profile api key address first contact',
    isTask: true,
  },
  {
    id: 'audit-log',
    place: 'settings',
    path: '/settings/audit-log',
    label: 'Audit log',
    key: 'y',
    words: 'activity history who',
    isList: true,
  },
] as const satisfies readonly ScreenShape[];
export type ScreenId = (typeof TABLE)[number]['id'];
type ListScreenId = Extract<(typeof TABLE)[number], { readonly isList: true }>['id'];
export const LIST_SCREENS: readonly ListScreenId[] = TABLE.flatMap((screen) => ('isList' in screen ? [screen.id] : []));

export interface Screen extends ScreenShape {
  readonly id: ScreenId;
}

export const SCREENS: readonly Screen[] = TABLE;

/** Addresses that earlier versions had, in links, bookmarks and news that was kept, with the names in them, each with the id of the screen that it leads to now, which has the same names. */
const MOVED: readonly (readonly [from: string, to: ScreenId, query?: string])[] = [
  ['/create', 'new-invoice'],
  ['/create/:intent', 'created'],
  ['/lookup', 'lookup'],
  ['/deliveries', 'deliveries'],
  ['/deliveries/hosts', 'endpoints'],
  ['/resend', 'new-resend'],
  ['/resend/runs', 'resends'],
  ['/resend/runs/:id', 'resend'],
  ['/signature', 'signature'],
  ['/adjusted', 'adjusted'],
  ['/exceptions', 'exceptions'],
  ['/tie-out', 'tie-out'],
  ['/entries', 'ledger'],
  ['/entries/changes', 'audit-log', 'action=import-file'],
  ['/reconciliation/ledger/changes', 'audit-log', 'action=import-file'],
  ['/entries/:id', 'ledger-entry'],
  ['/imports', 'imports'],
  ['/imports/new', 'new-import'],
  ['/imports/:id', 'import'],
  ['/late-changes', 'late-changes'],
  ['/reconciliation/late-changes', 'late-changes'],
  ['/quarantine', 'unreadable'],
  ['/reconciliation/unreadable', 'unreadable'],
  ['/statement', 'statement'],
  ['/statement/days', 'by-day'],
  ['/statement/rows', 'statement-rows'],
  ['/take-rates', 'fees'],
  ['/periods', 'months'],
  ['/periods/close', 'verification'],
  ['/periods/adjustments', 'adjustments'],
  ['/periods/:id', 'closed'],
  ['/rates', 'rates'],
  ['/payment-methods', 'methods'],
  ['/activity', 'audit-log'],
];

export type PathNames = Readonly<Record<string, string>>;

function screenOf(id: ScreenId): Screen {
  const screen = SCREENS.find((one) => one.id === id);
  if (screen === undefined) throw new Error(`No screen ${id}`);
  return screen;
}

/** The address of a screen, as it stands behind the `#`. Throws where a name of its path is not given. */
export function screenPath(id: ScreenId, names: PathNames = {}): string {
  return screenOf(id).path.replaceAll(/:([a-z]+)/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined) throw new Error(`The path of ${id} needs its ${name}`);
    return encodeURIComponent(value);
  });
}

/** What a path matches, and what stands in it for the names; null where it matches nothing. An escape that means nothing is taken as it stands. */
function match(pattern: string, path: string): PathNames | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const names: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== value) return null;
    } else if (value === '') return null;
    else names[part.slice(1)] = plain(value);
  }
  return names;
}

function plain(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The screen of a path ("/invoices/4711", without a query), and what its path names; null where there is none. */
export function screenAt(path: string): { readonly screen: Screen; readonly names: PathNames } | null {
  // An address of before may look like a record of its place.
  if (MOVED.some(([from]) => from === path)) return null;
  for (const screen of SCREENS) {
    const names = match(screen.path, path);
    if (names !== null) return { screen, names };
  }
  return null;
}

/** Where an address of an earlier version leads now, with the query that it had; null where it is not one. */
export function movedAddress(address: string): string | null {
  const [path = '', ...rest] = address.split('?');
  for (const [from, to, query] of MOVED) {
    const names = match(from, path);
    if (names === null) continue;
    const queries = [query, rest.join('?')].filter((part) => part !== undefined && part !== '');
    return [screenPath(to, names), ...(queries.length === 0 ? [] : [queries.join('&')])].join('?');
  }
  return null;
}

export function firstScreen(place: PlaceId): Screen {
  const first = SCREENS.find((screen) => screen.place === place);
  if (first === undefined) throw new Error(`No screen in ${place}`);
  return first;
}
