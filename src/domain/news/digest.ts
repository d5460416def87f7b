// Several news in one notification: news of one business and subject added up while they wait, and the words in which
// all that waits is told. Sums are exact and by token; businesses never meet. Pure.
import { type CountedNews, NEWS_PATHS, type CountedSubject, sumsInWords, sumsOf, type TokenSum } from './notice.ts';

/** News of one business and subject that wait; `news` of them, told in windows one by one. */
export interface WaitingNews extends Omit<CountedNews, 'sums'> {
  readonly news: number;
  /** Null where some of it is not known: no sum is told then, whatever else comes. */
  readonly sums: readonly TokenSum[] | null;
}

/** Businesses that a notification has room for. */
const MOST_BUSINESSES = 4;
/** Tokens whose sums are kept, far more than are told: with so many no sum is told, rather than a part of them. */
const MOST_TOKENS = 20;

/** What waits, with one more. The oldest subjects go first when there are more than `most` of them. */
export function withNews(waiting: readonly WaitingNews[], one: CountedNews, most: number): readonly WaitingNews[] {
  const isSame = ({ profileId, about }: WaitingNews): boolean => profileId === one.profileId && about === one.about;
  const known = waiting.find(isSame);
  if (known === undefined) return [...waiting, { ...one, sums: one.sums.slice(0, MOST_TOKENS), news: 1 }].slice(-most);
  const merged: WaitingNews = {
    ...known,
    count: known.count + one.count,
    news: known.news + 1,
    sums: known.sums === null ? null : sumsOf([...known.sums, ...one.sums]).slice(0, MOST_TOKENS),
  };
  return waiting.map((entry) => (isSame(entry) ? merged : entry));
}

export interface DigestNotice {
  readonly title: string;
  readonly body: string;
  /** The screen that shows more: of the one subject it is about, else the overview. */
  readonly path: string;
  /** Whose it is; absent where it is about several businesses. */
  readonly profileId?: string | undefined;
}

/** The notification about what waits, at least one; `titles` names each business. One news alone keeps its own words. */
export function digestNotice(waiting: readonly WaitingNews[], titles: ReadonlyMap<string, string>): DigestNotice {
  const businesses = [...Map.groupBy(waiting, ({ profileId }) => profileId)].map(([profileId, entries]) => {
    return { profileId, title: titles.get(profileId) ?? '', entries };
  });
  const [first] = businesses;
  if (first === undefined) return { title: '', body: '', path: '/' };
  if (businesses.length > 1) {
    const shown = businesses.slice(0, MOST_BUSINESSES).map(({ title, entries }) => `${title}: ${inWords(entries)}`);
    const rest = businesses.length - shown.length;
    const lines = rest === 0 ? shown : [...shown, `And news of ${rest} more.`];
    return { title: `News of ${businesses.length} businesses`, body: lines.join('\n'), path: '/' };
  }
  const { profileId, title, entries } = first;
  const [only] = entries;
  if (only === undefined || entries.length > 1) return { title, body: inWords(entries), path: '/', profileId };
  const body = only.news === 1 ? only.body : inWords(entries);
  return { title, body, path: NEWS_PATHS[only.about], profileId };
}

/** In which order a business's news are told: what needs a person soonest first. */
const ORDER: readonly CountedSubject[] = [
  'receiver-down',
  'payments-silent',
  'closing-links',
  'receiver-recovered',
  'payments-recovered',
  'new-addresses',
  'rejected-withdrawals',
  'contradictions',
  'failed-deliveries',
  'closed-facts',
  'late-changes',
  'fees-moved',
  'approved-withdrawals',
  'scheduled-exports',
];

function inWords(entries: readonly WaitingNews[]): string {
  const ordered = ORDER.flatMap((about) => entries.filter((entry) => entry.about === about));
  return `${ordered.map(tallied).join('; ')}.`;
}

function tallied({ about, count, sums }: WaitingNews): string {
  const money = sums === null ? '' : sumsInWords(sums);
  switch (about) {
    case 'failed-deliveries':
      return count === 1 ? 'one delivery failed for good' : `${count} deliveries failed for good`;
    case 'rejected-withdrawals':
      return count === 1 ? `one withdrawal was rejected${money}` : `${count} withdrawals were rejected${money}`;
    case 'closed-facts':
      return count === 1 ? `one fact of a closed period changed${money}` : `${count} changes of closed facts${money}`;
    case 'contradictions':
      return count === 1 ? 'one contradiction was found' : `${count} contradictions were found`;
    case 'late-changes':
      return count === 1 ? 'one final record changed' : `${count} changes of final records`;
    case 'receiver-down':
      return count === 1 ? 'one receiver is down' : `receivers went down ${count} times`;
    case 'receiver-recovered':
      return count === 1 ? 'one receiver answers again' : `receivers answered again ${count} times`;
    case 'payments-silent':
      return count === 1 ? 'payments by one method stopped' : `payments by ${count} methods stopped`;
    case 'closing-links':
      return count === 1 ? 'one payment link was about to close' : `${count} payment links were about to close`;
    case 'payments-recovered':
      return count === 1 ? 'payments by one method arrive again' : `payments by ${count} methods arrive again`;
    case 'new-addresses':
      return count === 1
        ? `one withdrawal goes to a new address${money}`
        : `${count} withdrawals go to new addresses${money}`;
    case 'approved-withdrawals':
      return count === 1 ? `one withdrawal was approved${money}` : `${count} withdrawals were approved${money}`;
    case 'scheduled-exports':
      return count === 1 ? 'one scheduled export needs a look' : `${count} scheduled exports need a look`;
    case 'fees-moved':
      return count === 1 ? 'fees of one method moved' : `fees of ${count} methods moved`;
  }
}
