/**
 * The places of the console, in the order of the navigation, with their keys. Not here: the screens themselves (routes.tsx).
 */
import {
  IconAlertSquareRounded,
  IconArrowBarUp,
  IconBook2,
  IconChartLine,
  IconCreditCard,
  IconFileImport,
  IconFileInvoice,
  IconFileText,
  IconHistory,
  IconLayoutDashboard,
  IconLink,
  IconLock,
  IconMailForward,
  IconPercentage,
  IconScale,
  IconSettings,
  type TablerIcon,
} from '@tabler/icons-react';

export interface Destination {
  readonly path: string;
  readonly label: string;
  readonly icon: TablerIcon;
  /** The letter after `g`. */
  readonly key: string;
}

/** Screens about one task stand together under its name. */
export interface DestinationGroup {
  readonly label: string;
  readonly places: readonly Destination[];
}

const RECONCILIATION: DestinationGroup = {
  label: 'Reconciliation',
  places: [
    { path: '/adjusted', label: 'Adjusted', icon: IconScale, key: 'a' },
    { path: '/imports', label: 'Imports', icon: IconFileImport, key: 'x' },
    { path: '/tie-out', label: 'Tie-out', icon: IconLink, key: 't' },
    { path: '/entries', label: 'Your books', icon: IconBook2, key: 'u' },
    { path: '/exceptions', label: 'Exceptions', icon: IconAlertSquareRounded, key: 'e' },
    { path: '/statement', label: 'Statement', icon: IconFileText, key: 'b' },
    { path: '/periods', label: 'Closed periods', icon: IconLock, key: 'l' },
    { path: '/take-rates', label: 'Take rates', icon: IconPercentage, key: 'f' },
  ],
};

/** The navigation from top to bottom. */
export const NAVIGATION: readonly (Destination | DestinationGroup)[] = [
  { path: '/', label: 'Overview', icon: IconLayoutDashboard, key: 'o' },
  { path: '/invoices', label: 'Invoices', icon: IconFileInvoice, key: 'i' },
  { path: '/deliveries', label: 'Deliveries', icon: IconMailForward, key: 'd' },
  { path: '/withdrawals', label: 'Withdrawals', icon: IconArrowBarUp, key: 'w' },
  RECONCILIATION,
  { path: '/rates', label: 'Rates', icon: IconChartLine, key: 'r' },
  { path: '/payment-methods', label: 'Payment methods', icon: IconCreditCard, key: 'p' },
  { path: '/activity', label: 'Activity', icon: IconHistory, key: 'y' },
  { path: '/settings', label: 'Settings', icon: IconSettings, key: 's' },
];

/** Every screen of the navigation, one after the other. */
export const DESTINATIONS: readonly Destination[] = NAVIGATION.flatMap((entry) =>
  'places' in entry ? entry.places : entry,
);

/** What Ctrl (⌘ on a Mac) and a digit goes to: the entries from the top, a group as its first screen. */
export const NUMBERED: readonly Destination[] = NAVIGATION.flatMap((entry) =>
  'places' in entry ? entry.places.slice(0, 1) : entry,
);

/** What is done rather than looked at: the form of a new invoice, behind `g` as well. */
export const NEW_INVOICE = { path: '/create', key: 'n', label: 'New invoice' } as const;

/** Resending many: reached from the list of deliveries, and behind `g` as well. */
export const PLAN_RESEND = { path: '/resend', key: 'm', label: 'Plan a resend' } as const;

/** The signature bench: reached from the receiving side, and behind `g` as well. */
export const CHECK_SIGNATURE = { path: '/signature', key: 'c', label: 'Check a webhook signature' } as const;

/** The destination a path belongs to: "/invoices/123" is in Invoices, plans and runs of resends are in Deliveries. */
export function destinationOf(path: string): Destination | undefined {
  const within = isWithin(path, PLAN_RESEND.path) ? '/deliveries' : path;
  return DESTINATIONS.find((place) => (place.path === '/' ? within === '/' : isWithin(within, place.path)));
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}
