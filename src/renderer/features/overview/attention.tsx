/**
 * What needs somebody's attention, each with its count, its age and the way to its records. Not here: finding it (the engine).
 */
import { Skeleton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBarUp,
  IconCoinOff,
  IconFileUnknown,
  IconHelpHexagon,
  IconHistory,
  IconMailX,
  IconScale,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { assertNever } from '../../../domain/failure.ts';
import { isInvoiceStatus } from '../../../domain/invoice.ts';
import { useCall } from '../../bridge/index.ts';
import { AgeText, EmptyState, FailureNotice, hashHref, Panel } from '../../ui/index.ts';

type Item = CallOutput<'overview.attention'>['items'][number];
type Kind = Item['kind'];

interface Look {
  readonly icon: TablerIcon;
  readonly words: (count: number) => string;
  readonly why: string;
}

const many = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-GB')} ${more}`;

const LOOKS: Readonly<Record<Kind, Look>> = {
  'late-change': {
    icon: IconHistory,
    words: (count) => many(count, 'record changed after it was final', 'records changed after they were final'),
    why: 'First seen in the last 30 days. Check periods that are already closed.',
  },
  adjusted: {
    icon: IconScale,
    words: (count) => many(count, 'adjusted invoice', 'adjusted invoices'),
    why: 'The paid amount differs from the ordered one.',
  },
  'settled-missing': {
    icon: IconCoinOff,
    words: (count) => many(count, 'success without an amount', 'successes without an amount'),
    why: 'The API names no credited USDT.',
  },
  'delivery-failed': {
    icon: IconMailX,
    words: (count) => many(count, 'webhook not delivered', 'webhooks not delivered'),
    why: 'All attempts are used up; your shop may not know. Open the invoice to resend.',
  },
  'resend-unresolved': {
    icon: IconSend,
    words: (count) => many(count, 'resend with an open end', 'resends with an open end'),
    why: 'Whether it was sent is not known yet.',
  },
  'withdrawal-rejected': {
    icon: IconAlertTriangle,
    words: (count) => many(count, 'rejected withdrawal', 'rejected withdrawals'),
    why: 'The balance was returned.',
  },
  'withdrawal-pending': {
    icon: IconArrowBarUp,
    words: (count) => many(count, 'pending withdrawal', 'pending withdrawals'),
    why: 'Waiting to be processed.',
  },
  'unknown-status': {
    icon: IconHelpHexagon,
    words: (count) => many(count, 'unknown status', 'unknown statuses'),
    why: 'Words this console does not know; check before you act.',
  },
  quarantined: {
    icon: IconFileUnknown,
    words: (count) => many(count, 'unreadable record', 'unreadable records'),
    why: 'Kept aside rather than guessed; not in any total.',
  },
};

/** Where the records of an item are listed; null where no list shows them. */
function hrefOf(kind: Kind, unknownStatuses: readonly string[]): string | null {
  switch (kind) {
    case 'late-change':
      return '/late-changes';
    case 'adjusted':
      return '/adjusted';
    case 'settled-missing':
      return '/invoices?status=success&sort=settled_amount_usdt';
    case 'withdrawal-rejected':
      return '/withdrawals?status=rejected';
    case 'withdrawal-pending':
      return '/withdrawals?status=pending';
    case 'quarantined':
      return '/quarantine';
    case 'unknown-status':
      return unknownStatuses.length === 0
        ? null
        : `/invoices?${new URLSearchParams(unknownStatuses.map((status) => ['status', status])).toString()}`;
    case 'delivery-failed':
    case 'resend-unresolved':
      return null;
    default:
      return assertNever(kind);
  }
}

/** The list of what needs attention. */
export function Attention(): ReactNode {
  const { data, failure, refresh } = useCall(
    'overview.attention',
    {},
    { refreshOn: ['invoices', 'deliveries', 'withdrawals', 'quarantine'] },
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
            <AttentionLine key={item.kind} item={item} href={hrefOf(item.kind, unknown)} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function AttentionLine({ item, href }: { readonly item: Item; readonly href: string | null }): ReactNode {
  const { icon: Icon, words, why } = LOOKS[item.kind];
  const body = (
    <>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <span className="mc-attention-words">
        <span className="mc-attention-title mc-num">{words(item.count)}</span>
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
      {href === null ? (
        <div className="mc-attention-line">{body}</div>
      ) : (
        <a className="mc-attention-line" href={hashHref(href)}>
          {body}
        </a>
      )}
    </li>
  );
}
