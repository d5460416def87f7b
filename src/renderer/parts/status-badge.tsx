// The status of a record in a word, an icon and a colour; the API's own is in its tooltip. Unknown words are shown as they came.
import { VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconEyeOff,
  IconHourglassEmpty,
  IconQuestionMark,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { InvoiceStatus } from '../../domain/records/invoice.ts';
import type { WithdrawalStatus } from '../../domain/records/withdrawal.ts';
import './status-badge.css';

export type StatusKind = 'invoice' | 'withdrawal';
/** What a colour means, everywhere in the console. */
export type Tone = 'good' | 'notice' | 'warn' | 'bad' | 'quiet';

export interface StateLook {
  readonly word: string;
  readonly tone: Tone;
  readonly icon: TablerIcon;
  /** What the word says, for people who meet it for the first time. */
  readonly meaning: string;
}

const INVOICE: Readonly<Record<InvoiceStatus, StateLook>> = {
  pending: { word: 'Pending', tone: 'notice', icon: IconClock, meaning: 'Waiting for the customer’s payment' },
  success: { word: 'Paid', tone: 'good', icon: IconCheck, meaning: 'Paid and credited' },
  fail: {
    word: 'Failed',
    tone: 'bad',
    icon: IconAlertTriangle,
    meaning: 'Settlement failed for a technical reason; the customer may have paid',
  },
  expired: {
    word: 'Expired',
    tone: 'quiet',
    icon: IconHourglassEmpty,
    meaning: 'The payment window closed without a payment',
  },
  canceled: { word: 'Canceled', tone: 'quiet', icon: IconBan, meaning: 'Canceled before a payment' },
};

const WITHDRAWAL: Readonly<Record<WithdrawalStatus, StateLook>> = {
  pending: { word: 'Pending', tone: 'notice', icon: IconClock, meaning: 'Waiting to be processed' },
  approved: { word: 'Sent', tone: 'good', icon: IconCheck, meaning: 'Sent to its address' },
  rejected: { word: 'Rejected', tone: 'bad', icon: IconX, meaning: 'Rejected; the balance was returned' },
};

const TABLES: Readonly<Record<StatusKind, Readonly<Record<string, StateLook>>>> = {
  invoice: INVOICE,
  withdrawal: WITHDRAWAL,
};

const UNKNOWN: Omit<StateLook, 'word'> = {
  tone: 'warn',
  icon: IconQuestionMark,
  meaning: 'A status this console does not know',
};

function lookOf(kind: StatusKind, status: string): StateLook | undefined {
  return Object.hasOwn(TABLES[kind], status) ? TABLES[kind][status] : undefined;
}

/** The word of a status: "Paid" for `success`; what this console does not know as it came, at most 60 characters of it. */
export function statusWord(kind: StatusKind, status: string): string {
  return lookOf(kind, status)?.word ?? status.slice(0, 60);
}

/** Said of a record that the API does not show any more: its status is the last one that was seen. */
const NOT_SEEN = 'Not seen any more: the API does not show this record now. This is its status when it was last read.';

/** The word for the status, with icon and colour. A record that is not seen any more has an icon of its own. */
export function StatusBadge(props: {
  readonly kind: StatusKind;
  readonly status: string | null;
  readonly isMissing?: boolean;
  /** In place of the status's own, where more is known: underpaid. */
  readonly tone?: Tone | undefined;
  readonly words?: string;
}) {
  const { kind, status, isMissing = false, tone, words } = props;
  if (status === null) return <ToneBadge tone="quiet">no status</ToneBadge>;
  const look = lookOf(kind, status) ?? UNKNOWN;
  const Icon = isMissing ? IconEyeOff : look.icon;
  return (
    <ToneBadge
      tone={isMissing ? 'warn' : (tone ?? look.tone)}
      title={isMissing ? NOT_SEEN : `${look.meaning} (status ${status.slice(0, 60)})`}
      icon={<Icon size={14} stroke={2} aria-hidden="true" />}
    >
      {(words ?? statusWord(kind, status)).slice(0, 60)}
      {isMissing ? <VisuallyHidden>, not seen any more</VisuallyHidden> : null}
    </ToneBadge>
  );
}

/** A short word with a colour of the five meanings; the icon is optional. */
export function ToneBadge(props: {
  readonly tone: Tone;
  /** Steps back behind others in a list. */
  readonly isSoft?: boolean;
  readonly icon?: ReactNode;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}) {
  const { tone, icon, title, isSoft = false, children } = props;
  return (
    <span className="mc-badge" data-tone={tone} data-soft={isSoft || undefined} title={title}>
      {icon}
      <span className="mc-badge-word">{children}</span>
    </span>
  );
}
