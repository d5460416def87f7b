/**
 * What needs somebody's attention, each with its count, its age and the way to its records. Not here: finding it (the engine).
 */
import { screenPath } from '../../../domain/screens.ts';
import { Skeleton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBarUp,
  IconCoinOff,
  IconEyeOff,
  IconFilePlus,
  IconFileUnknown,
  IconHelpHexagon,
  IconHistory,
  IconListSearch,
  IconMailX,
  IconRefreshAlert,
  IconScale,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { isInvoiceStatus } from '../../../domain/invoice.ts';
import { useCall } from '../../bridge/index.ts';
import { AgeText, countWords, EmptyState, FailureNotice, hashHref, Panel } from '../../ui/index.ts';

type Item = CallOutput<'overview.attention'>['items'][number];
type Kind = Item['kind'];

interface Look {
  readonly icon: TablerIcon;
  readonly one: string;
  readonly more: string;
  readonly why: string;
  /** The address that lists its records; absent where no list shows them. */
  readonly path?: string;
}

const LOOKS: Readonly<Record<Kind, Look>> = {
  'late-change': {
    icon: IconHistory,
    one: 'record changed after it was final',
    more: 'records changed after they were final',
    why: 'First seen in the last 30 days. Check periods that are already closed.',
    path: screenPath('late-changes'),
  },
  'exceptions-open': {
    icon: IconListSearch,
    one: 'open exception',
    more: 'open exceptions',
    why: 'Found by the reconciliation and not resolved yet. Adjusted invoices are among them, and what your own books say otherwise.',
    path: screenPath('exceptions'),
  },
  adjusted: {
    icon: IconScale,
    one: 'adjusted invoice',
    more: 'adjusted invoices',
    why: 'The paid amount differs from the ordered one. All of them, resolved or not; the open ones are exceptions, too.',
    path: `${screenPath('adjusted')}?state=all`,
  },
  'settled-missing': {
    icon: IconCoinOff,
    one: 'success without an amount',
    more: 'successes without an amount',
    why: 'The API names no credited USDT. They are exceptions, too.',
    path: `${screenPath('invoices')}?status=success&sort=settled_amount_usdt`,
  },
  'delivery-failed': {
    icon: IconMailX,
    one: 'webhook not delivered',
    more: 'webhooks not delivered',
    why: 'All attempts are used up; your shop may not know. Plan a resend.',
    path: `${screenPath('deliveries')}?state=failed`,
  },
  'resend-unresolved': {
    icon: IconSend,
    one: 'resend with an open end',
    more: 'resends with an open end',
    why: 'Whether it was sent is not known yet.',
    path: `${screenPath('audit-log')}?action=resend-webhook&outcome=not-observed&outcome=inconclusive`,
  },
  'create-unresolved': {
    icon: IconFilePlus,
    one: 'new invoice with an open end',
    more: 'new invoices with an open end',
    why: 'Whether it exists is not known yet. Do not order it again before it is looked up.',
    path: screenPath('new-invoice'),
  },
  'withdrawal-rejected': {
    icon: IconAlertTriangle,
    one: 'rejected withdrawal',
    more: 'rejected withdrawals',
    why: 'The balance was returned.',
    path: `${screenPath('withdrawals')}?status=rejected`,
  },
  'withdrawal-pending': {
    icon: IconArrowBarUp,
    one: 'pending withdrawal',
    more: 'pending withdrawals',
    why: 'Waiting to be processed.',
    path: `${screenPath('withdrawals')}?status=pending`,
  },
  'unknown-status': {
    icon: IconHelpHexagon,
    one: 'unknown status',
    more: 'unknown statuses',
    why: 'Words this console does not know; check before you act.',
  },
  'not-shown': {
    icon: IconEyeOff,
    one: 'invoice not seen any more',
    more: 'invoices not seen any more',
    why: 'The API once showed them. They are kept, and still in the totals. Is this the right business? Ask the service.',
    path: `${screenPath('invoices')}?missing=true`,
  },
  'withdrawal-not-shown': {
    icon: IconEyeOff,
    one: 'withdrawal not seen any more',
    more: 'withdrawals not seen any more',
    why: 'The API once showed them. They are kept, and still in the totals. Ask the service.',
    path: `${screenPath('withdrawals')}?missing=true`,
  },
  quarantined: {
    icon: IconFileUnknown,
    one: 'unreadable record',
    more: 'unreadable records',
    why: 'Kept aside rather than guessed; not in any total.',
    path: screenPath('unreadable'),
  },
  'rates-failing': {
    icon: IconRefreshAlert,
    one: 'reading of the rates that fails',
    more: 'readings of the rates that fail',
    why: 'The rates on their screen are those of before. It is tried again by itself.',
    path: screenPath('rates'),
  },
  'payment-methods-failing': {
    icon: IconRefreshAlert,
    one: 'reading of the payment methods that fails',
    more: 'readings of the payment methods that fail',
    why: 'What may be charged is shown as it was before; new invoices are checked against that. It is tried again by itself.',
    path: screenPath('methods'),
  },
};

/** Where the records of an item are listed. Which words are unknown is known by those that the list of invoices holds. */
function pathOf(kind: Kind, unknownStatuses: readonly string[]): string | undefined {
  if (kind !== 'unknown-status' || unknownStatuses.length === 0) return LOOKS[kind].path;
  return `${screenPath('invoices')}?${new URLSearchParams(unknownStatuses.map((status) => ['status', status])).toString()}`;
}

/** The list of what needs attention. */
export function Attention(): ReactNode {
  const { data, failure, refresh } = useCall(
    'overview.attention',
    {},
    {
      refreshOn: ['invoices', 'deliveries', 'withdrawals', 'quarantine', 'exceptions', 'rates', 'paymentMethods'],
    },
  );
  const facets = useCall('invoices.facets', {}, { refreshOn: ['invoices'] }).data;
  const unknown = (facets?.statuses ?? []).map(({ value }) => value).filter((status) => !isInvoiceStatus(status));
  const items = (data?.items ?? []).filter(({ count }) => count > 0);
  return (
    <Panel title="Needs attention" flush={items.length > 0}>
      {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
      {data === undefined && failure === undefined ? (
        <div className="mc-attention-wait" aria-busy="true">
          <Skeleton height={32} radius="sm" />
          <Skeleton height={32} radius="sm" />
        </div>
      ) : null}
      {data !== undefined && items.length === 0 ? (
        <EmptyState kind="nothing-yet" title="Nothing needs attention" />
      ) : (
        <ul className="mc-attention">
          {items.map((item) => (
            <AttentionLine key={item.kind} item={item} path={pathOf(item.kind, unknown)} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function AttentionLine({ item, path }: { readonly item: Item; readonly path: string | undefined }): ReactNode {
  const { icon: Icon, one, more, why } = LOOKS[item.kind];
  const body = (
    <>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <span className="mc-attention-words">
        <span className="mc-attention-title mc-num">{countWords(item.count, one, more)}</span>
        <span className="mc-attention-why">{why}</span>
      </span>
      {item.oldest === null ? null : (
        <span className="mc-attention-age" title="The oldest of them">
          <AgeText since={item.oldest} />
        </span>
      )}
    </>
  );
  return (
    <li>
      {path === undefined ? (
        <div className="mc-attention-line">{body}</div>
      ) : (
        <a className="mc-attention-line" href={hashHref(path)}>
          {body}
        </a>
      )}
    </li>
  );
}
