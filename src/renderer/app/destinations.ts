/**
 * The places of the console, in the order of the navigation, with their keys. Not here: the screens themselves (routes.tsx).
 */
import {
  IconArrowBarUp,
  IconChartLine,
  IconCreditCard,
  IconFileInvoice,
  IconLayoutDashboard,
  IconMailForward,
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

export const DESTINATIONS: readonly Destination[] = [
  { path: '/', label: 'Overview', icon: IconLayoutDashboard, key: 'o' },
  { path: '/invoices', label: 'Invoices', icon: IconFileInvoice, key: 'i' },
  { path: '/deliveries', label: 'Deliveries', icon: IconMailForward, key: 'd' },
  { path: '/adjusted', label: 'Adjusted', icon: IconScale, key: 'a' },
  { path: '/withdrawals', label: 'Withdrawals', icon: IconArrowBarUp, key: 'w' },
  { path: '/rates', label: 'Rates', icon: IconChartLine, key: 'r' },
  { path: '/payment-methods', label: 'Payment methods', icon: IconCreditCard, key: 'p' },
  { path: '/settings', label: 'Settings', icon: IconSettings, key: 's' },
];

/** What is done rather than looked at: the form of a new invoice, behind `g` as well. */
export const NEW_INVOICE = { path: '/create', key: 'n', label: 'New invoice' } as const;

/** The destination a path belongs to: "/invoices/123" is in Invoices. */
export function destinationOf(path: string): Destination | undefined {
  return DESTINATIONS.find((place) =>
    place.path === '/' ? path === '/' : path === place.path || path.startsWith(`${place.path}/`),
  );
}
