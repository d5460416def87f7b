// The words of notifications outside of the window: what a person has to know although nobody looks at the console.
// Foreign texts are shortened and made plain, for the system's notifications may take them for markup. Pure.
import { CONTRADICTION_KINDS, type ContradictionKind, type FactList } from '../kernel/finding.ts';
import { canonicalMoney, MoneySum } from '../kernel/money/money.ts';
import type { FourEyesRequest, RequestState } from '../people/four-eyes.ts';
import type { LateKind } from '../records/observation.ts';
import { plainLine } from '../kernel/text/plain-text.ts';
import type { ProfileKind } from '../profiles/profile.ts';
import { screenPath } from '../console/screens.ts';
import { FEE_FIELDS, type Moved } from '../pricing/catalogue-changes.ts';
import { rejectionInWords, type Withdrawal } from '../records/withdrawal.ts';

/** Characters of an id and of a reason that a notification has room for. */
const ID_CHARACTERS = 48;
const HOST_CHARACTERS = 64;
const REASON_CHARACTERS = 160;
/** Tokens whose sums it has room for. */
const MOST_SUMS = 3;

/** What news of a business is about: it says where there is more of it. Told outside of the windows as well. */
export const COUNTED_SUBJECTS = [
  'failed-deliveries',
  'rejected-withdrawals',
  'late-changes',
  'closed-facts',
  'contradictions',
  'receiver-down',
  'receiver-recovered',
  'payments-silent',
  'payments-recovered',
  'closing-links',
  'fees-moved',
  'new-addresses',
  'approved-withdrawals',
  'scheduled-exports',
] as const;
export type CountedSubject = (typeof COUNTED_SUBJECTS)[number];

/** Those, and what is of a person alone, in whose windows it is told and nowhere else. */
export const NEWS_SUBJECTS = [...COUNTED_SUBJECTS, 'approvals'] as const;
export type NewsSubject = (typeof NEWS_SUBJECTS)[number];

/** Every minute of these costs orders: they ring at once, whatever rang before. */
export const URGENT_NEWS: readonly CountedSubject[] = ['receiver-down', 'payments-silent'];

/** The screen that shows more of each subject, as its address stands behind the `#`. */
export const NEWS_PATHS: Readonly<Record<NewsSubject, string>> = {
  'failed-deliveries': `${screenPath('deliveries')}?state=failed`,
  'rejected-withdrawals': `${screenPath('withdrawals')}?status=rejected`,
  'late-changes': screenPath('late-changes'),
  'closed-facts': screenPath('months'),
  contradictions: `${screenPath('exceptions')}?${CONTRADICTION_KINDS.map((kind) => `kind=${kind}`).join('&')}`,
  'receiver-down': screenPath('failing'),
  'receiver-recovered': screenPath('failing'),
  'payments-silent': screenPath('invoices'),
  'payments-recovered': screenPath('invoices'),
  'closing-links': `${screenPath('invoices')}?status=pending`,
  'fees-moved': screenPath('method-changes'),
  'new-addresses': `${screenPath('withdrawals')}?newAddress=true`,
  'approved-withdrawals': `${screenPath('withdrawals')}?status=approved`,
  'scheduled-exports': screenPath('schedules'),
  approvals: screenPath('approvals'),
};

/** News as it is told, in a window or outside of it. */
export interface News {
  readonly id: string;
  readonly about: NewsSubject;
  readonly title: string;
  readonly body: string;
}

/** The exact total of one token; null where the record names none. */
export interface TokenSum {
  readonly token: string | null;
  readonly amount: string;
}

/** News of one business with what several of them are added up from (domain/news/digest). */
export interface CountedNews {
  readonly profileId: string;
  readonly about: CountedSubject;
  /** Deliveries, withdrawals or changes that it tells of; at least one. */
  readonly count: number;
  /** Of every token that it moved; empty where it is not about money. */
  readonly sums: readonly TokenSum[];
  /** What it says when it is told alone. */
  readonly body: string;
}

/** Whose news it is; the sandbox says that it is one. */
export function noticeTitle(profile: { readonly name: string; readonly kind: ProfileKind }): string {
  const name = plainLine(profile.name, ID_CHARACTERS);
  return profile.kind === 'sandbox' ? `SANDBOX · ${name}` : name;
}

/** What is told outside of the windows while they are locked: that there is something, and nothing of it. */
export const LOCKED_NOTICE = {
  title: 'Merchant Console',
  body: 'There is news. The console is locked; open it to read what happened.',
} as const;

export interface FailedDelivery {
  readonly host: string | null;
  readonly invoiceUuid: string;
  /** The merchant's own id of the invoice; null while the mirror does not have it. */
  readonly externalId: string | null;
}

/** Deliveries that failed for good, `count` of them to these hosts, of which `first` failed first; at least one. */
export function failedNotice(count: number, hosts: readonly (string | null)[], first: FailedDelivery): string {
  const invoice = `invoice ${plainLine(first.externalId ?? first.invoiceUuid, ID_CHARACTERS)}`;
  if (count === 1) {
    const receiver = hostInWords(first.host);
    return `The delivery for ${invoice} to ${receiver} failed for good. Deliveries shows why; mend the receiver, then send it again.`;
  }
  const [host = null, ...others] = hosts;
  const rest =
    others.length === 0 ? '' : others.length === 1 ? ' and one more host' : ` and ${others.length} more hosts`;
  const words = `${count} deliveries to ${hostInWords(host)}${rest} failed for good, the first of them for ${invoice}.`;
  return `${words} Deliveries shows why; mend the receiver, then send them again.`;
}

type Asked = Pick<FourEyesRequest, 'askedBy' | 'shown'>;

/** To whoever may approve it. */
export function waitsNotice({ askedBy, shown }: Asked): string {
  return `${plainLine(askedBy, ID_CHARACTERS)} asks for your approval: ${sentence(plainLine(shown.summary, REASON_CHARACTERS))}`.trim();
}

/** To whoever asked, once it does not wait any more. */
export function answeredNotice({
  shown,
  state,
  decidedBy,
  outcome,
}: Asked & Pick<FourEyesRequest, 'state' | 'decidedBy' | 'outcome'>): string {
  const by = plainLine(decidedBy ?? 'Somebody', ID_CHARACTERS);
  const what = plainLine(shown.summary, REASON_CHARACTERS);
  const said = outcome === null ? '' : plainLine(outcome, REASON_CHARACTERS);
  const why = state === 'declined' ? `“${said}”` : sentence(said);
  const words = ANSWERED[state]?.(by) ?? '';
  return `${words}: ${sentence(what)}${why}`.trim();
}

/** Of the others nobody is told. */
const ANSWERED: Readonly<Partial<Record<RequestState, (by: string) => string>>> = {
  granted: (by) => `${by} approved what you asked for, and you may do it within the hour`,
  done: (by) => `${by} approved what you asked for, and it is done`,
  refused: (by) => `${by} approved what you asked for, but nothing came of it`,
  declined: (by) => `${by} declined what you asked for`,
  lapsed: () => 'What you asked for has lapsed',
  expired: () => 'What you asked for was not answered, or not done, in time',
  unknown: () => 'It is not known whether what you asked for was done',
};

/** Is whoever asked told that it stands so? */
export function isAnswer(state: RequestState): boolean {
  return ANSWERED[state] !== undefined;
}

function hostInWords(host: string | null): string {
  return host === null ? 'an address without a host' : plainLine(host, HOST_CHARACTERS);
}

/** Withdrawals that were rejected; at least one. Codes that nobody knows are told as they came. */
export function rejectedNotice(withdrawals: readonly Withdrawal[]): string {
  const [first] = withdrawals;
  if (first === undefined || withdrawals.length > 1) {
    const sums = sumsInWords(withdrawals);
    return `${withdrawals.length} withdrawals were rejected${sums}. The balance was returned. Withdrawals says why.`;
  }
  const why = plainLine(rejectionInWords(first) ?? '', REASON_CHARACTERS);
  return `A withdrawal of ${first.amount} ${tokenOf(first.token)} was rejected. ${sentence(why)}The balance was returned.`;
}

/** A final record that changed. */
export interface LateNews {
  readonly list: FactList;
  /** What people call it; null where that is not known. */
  readonly label: string | null;
  readonly kinds: readonly LateKind[];
}

const LATE_WORDS: Readonly<Record<LateKind, string>> = {
  'adjusted-later': 'it was adjusted',
  'settled-changed': 'its settled amount is another one',
  'status-changed': 'its status is another one',
  'amount-changed': 'its amount is another one',
  'dated-again': 'its end has another date',
};

/** Records that changed after they were final; `count` of them, of which `first` is one. */
export function lateNotice(count: number, first: LateNews): string {
  if (count > 1) return `${count} records changed after they were final. Late changes shows them before and after.`;
  const kinds = first.kinds.map((kind) => LATE_WORDS[kind]).join(', ');
  return `${named(first, true)} changed after it was final: ${kinds}. Late changes shows it before and after.`;
}

/** A record that contradicts itself, its deliveries or the specification. */
export interface ContradictionNews {
  readonly kind: ContradictionKind;
  readonly list: FactList;
  readonly label: string | null;
}

const CONTRADICTION_WORDS: Readonly<Record<ContradictionKind, string>> = {
  'told-other-end': 'the webhook told your shop another end than the record has',
  'delivery-missing': 'long after its end the API lists no webhook for it',
  'delivery-twice': 'the API lists more than one webhook for it',
  'settled-unexpected': 'it has a credited amount, but was not paid',
  'adjustment-unmarked': 'it has an adjustment, but is not marked as adjusted',
  'hash-missing': 'it was approved and has no transaction hash',
};

/** Contradictions that were newly found, `count` of them, of which `first` is one. */
export function contradictionNotice(count: number, first: ContradictionNews): string {
  if (count > 1)
    return `${count} contradictions were found in what the API says. Exceptions shows each, and what to do.`;
  return `${named(first, true)}: ${CONTRADICTION_WORDS[first.kind]}. Exceptions says what to do.`;
}

const FEE_WORDS: Readonly<Record<(typeof FEE_FIELDS)[number], string>> = {
  merchant_commission_percent: 'your fee',
  client_commission_percent: 'the customer fee',
  total_commission_percent: 'the fee ceiling',
};

/** Commissions that a reading of the catalogue showed to have moved, at least one, in its order. */
export function feesMovedNotice(
  moves: readonly Pick<Moved, 'method' | 'currency' | 'field' | 'before' | 'after'>[],
): string {
  // What the merchant pays is what is told of a method whose shares moved together.
  const fee = Object.keys(FEE_WORDS).flatMap((field) => moves.filter((one) => one.field === field));
  const [first] = fee;
  if (first === undefined) return '';
  const { method, currency, field, before, after } = first;
  const name = `${plainLine(method, ID_CHARACTERS)} (${plainLine(currency, 12)})`;
  const words = FEE_FIELDS.find((known) => known === field);
  const what = `${name}: ${words === undefined ? 'a fee' : FEE_WORDS[words]} moved ${percentWords(before, after)}.`;
  const others = new Set(moves.map((one) => JSON.stringify([one.method, one.currency]))).size - 1;
  const more = others === 0 ? '' : ` So did fees of ${others} more ${others === 1 ? 'method' : 'methods'}.`;
  return `${what}${more} Pricing, Changes shows since when, and the invoices since.`;
}

function percentWords(before: string | null, after: string | null): string {
  if (before === null) return `to ${percent(after)}; the API had named none`;
  return after === null
    ? `from ${percent(before)}; the API names none now`
    : `from ${percent(before)} to ${percent(after)}`;
}

const percent = (value: string | null): string => (value === null ? 'none' : `${canonicalMoney(value)} %`);

/** A fact of a closed period that is another one now. */
export interface PriorNews {
  readonly list: FactList;
  readonly label: string | null;
}

/** Changes of closed facts in `records` records, of which `first` is one, and what all of them would have moved the closed figures by. */
export function closedNotice(records: number, first: PriorNews, amounts: readonly TokenSum[]): string {
  const sums = sumsInWords(amounts);
  return records === 1
    ? `A fact of a closed period changed: ${named(first, false)}${sums}. The closed totals stay; Changed after their close shows it.`
    : `${records} facts of closed periods changed${sums}. The closed totals stay; Changed after their close shows them.`;
}

function named({ list, label }: Pick<LateNews, 'list' | 'label'>, begins: boolean): string {
  const noun = list === 'invoices' ? 'invoice' : 'withdrawal';
  if (label === null) return begins ? `One ${noun}` : `one ${noun}`;
  const words = `${noun} ${plainLine(label, ID_CHARACTERS)}`;
  return begins ? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}` : words;
}

/** Amounts added up, each token by itself, in the order in which they first come. */
export function sumsOf(amounts: Iterable<TokenSum>): readonly TokenSum[] {
  const sums = new Map<string | null, MoneySum>();
  for (const { token, amount } of amounts) {
    const sum = sums.get(token) ?? new MoneySum();
    sums.set(token, sum);
    sum.add(amount);
  }
  return [...sums].map(([token, sum]) => ({ token, amount: sum.total() }));
}

/** ", −4.00 USDT"; tokens never meet in a sum. Empty when there are too many of them for a notification. */
export function sumsInWords(amounts: readonly TokenSum[]): string {
  const sums = sumsOf(amounts);
  if (sums.length === 0 || sums.length > MOST_SUMS) return '';
  return `, ${sums.map(({ token, amount }) => `${amount} ${tokenOf(token)}`).join(', ')}`;
}

function tokenOf(token: string | null): string {
  return token === null ? '(token not told)' : plainLine(token, 12);
}

function sentence(words: string): string {
  if (words === '') return '';
  return /[.!?…]$/.test(words) ? `${words} ` : `${words}. `;
}
