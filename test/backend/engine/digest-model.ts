/**
 * When news should ring, decided at every second from the rules alone: a list of all that waits.
 * Not here: the engine's digest, which sleeps until something may happen.
 */
import type { Notice } from '../../../src/backend/ports.ts';
import type { ConsoleSettings } from '../../../src/domain/console/console-settings.ts';
import { type CountedNews, NEWS_PATHS } from '../../../src/domain/news/notice.ts';

type Settings = Pick<ConsoleSettings, 'notifications'>;

export class DigestModel {
  readonly told: Notice[] = [];
  settings: Settings;
  readonly #wall: () => number;
  readonly #names: ReadonlyMap<string, string>;
  #waiting: CountedNews[] = [];
  /** Seconds that passed since. */
  #sinceRing = Number.POSITIVE_INFINITY;
  #sinceFirst = Number.POSITIVE_INFINITY;
  #rangAtWall: number | null = null;

  constructor(wall: () => number, settings: Settings, names: ReadonlyMap<string, string>) {
    this.#wall = wall;
    this.settings = settings;
    this.#names = names;
  }

  take(news: CountedNews): void {
    if (!this.#isWanted(news)) return;
    if (this.#waiting.length === 0) this.#sinceFirst = 0;
    this.#waiting.push(news);
  }

  forget(profileId: string): void {
    this.#waiting = this.#waiting.filter((news) => news.profileId !== profileId);
  }

  restart(): void {
    this.#sinceFirst = Number.POSITIVE_INFINITY;
    if (this.#rangAtWall !== null) this.#sinceRing = Math.max(0, (this.#wall() - this.#rangAtWall) / 1_000);
  }

  /** One second later. */
  pass(wall: number): void {
    this.#sinceRing += 1;
    this.#sinceFirst += 1;
    this.look(wall);
  }

  look(wall = this.#wall()): void {
    this.#waiting = this.#waiting.filter((news) => this.#isWanted(news));
    if (this.#waiting.length === 0 || this.#sinceFirst < 2) return;
    const byWall = this.#rangAtWall === null ? 0 : (wall - this.#rangAtWall) / 1_000;
    const isUrgent = this.#waiting.some(({ about }) => about === 'receiver-down' || about === 'payments-silent');
    if (!isUrgent && Math.max(this.#sinceRing, byWall) < 900) return;
    this.told.push(this.#notice());
    this.#waiting = [];
    this.#sinceRing = 0;
    this.#rangAtWall = wall;
  }

  #isWanted({ about }: CountedNews): boolean {
    const { failedDeliveries, rejectedWithdrawals, lateChanges, ...others } = this.settings.notifications;
    const { health, closingLinks, feesMoved, newAddresses, approvedWithdrawals, scheduledExports } = others;
    if (/^(receiver|payments)-/.test(about)) return health;
    if (about === 'closing-links') return closingLinks;
    if (about === 'fees-moved') return feesMoved;
    if (about === 'new-addresses') return newAddresses;
    if (about === 'approved-withdrawals') return approvedWithdrawals;
    if (about === 'scheduled-exports') return scheduledExports;
    if (about === 'failed-deliveries') return failedDeliveries;
    return about === 'rejected-withdrawals' ? rejectedWithdrawals : lateChanges;
  }

  #notice(): Notice {
    const profiles = [...new Set(this.#waiting.map(({ profileId }) => profileId))];
    const of = (profileId: string): CountedNews[] => this.#waiting.filter((news) => news.profileId === profileId);
    const name = (profileId: string): string => this.#names.get(profileId) ?? '';
    const [first = '', ...others] = profiles;
    if (others.length > 0) {
      const body = profiles.map((id) => `${name(id)}: ${words(of(id))}`).join('\n');
      return { title: `News of ${profiles.length} businesses`, body, path: '/' };
    }
    const [only, ...rest] = this.#waiting;
    const subjects = new Set(this.#waiting.map(({ about }) => about));
    const path = subjects.size === 1 && only !== undefined ? NEWS_PATHS[only.about] : '/';
    const body = only !== undefined && rest.length === 0 ? only.body : words(this.#waiting);
    return { title: name(first), body, path, profileId: first };
  }
}

const WORDS = {
  'rejected-withdrawals': ['one withdrawal was rejected', 'N withdrawals were rejected'],
  'failed-deliveries': ['one delivery failed for good', 'N deliveries failed for good'],
  contradictions: ['one contradiction was found', 'N contradictions were found'],
  'closed-facts': ['one fact of a closed period changed', 'N changes of closed facts'],
  'late-changes': ['one final record changed', 'N changes of final records'],
  'receiver-down': ['one receiver is down', 'receivers went down N times'],
  'payments-silent': ['payments by one method stopped', 'payments by N methods stopped'],
  'closing-links': ['one payment link was about to close', 'N payment links were about to close'],
  'receiver-recovered': ['one receiver answers again', 'receivers answered again N times'],
  'new-addresses': ['one withdrawal goes to a new address', 'N withdrawals go to new addresses'],
  'approved-withdrawals': ['one withdrawal was approved', 'N withdrawals were approved'],
  'fees-moved': ['fees of one method moved', 'fees of N methods moved'],
  'payments-recovered': ['payments by one method arrive again', 'payments by N methods arrive again'],
} as const;

function words(news: readonly CountedNews[]): string {
  const parts = (
    [
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
    ] as const
  ).flatMap((about) => {
    const own = news.filter((one) => one.about === about);
    if (own.length === 0) return [];
    const count = own.reduce((sum, one) => sum + one.count, 0);
    const phrase = WORDS[about][count === 1 ? 0 : 1].replace('N', String(count));
    return [phrase + (/withdrawals$|^new-addresses$|^closed-facts$/.test(about) ? money(own) : '')];
  });
  return `${parts.join('; ')}.`;
}

/** In hundredths: the tests draw no finer amounts. */
function money(news: readonly CountedNews[]): string {
  const totals = new Map<string | null, { hundredths: number; decimals: number }>();
  for (const { token, amount } of news.flatMap(({ sums }) => sums)) {
    const { hundredths, decimals } = totals.get(token) ?? { hundredths: 0, decimals: 0 };
    const own = amount.split('.')[1]?.length ?? 0;
    totals.set(token, { hundredths: hundredths + Math.round(Number(amount) * 100), decimals: Math.max(decimals, own) });
  }
  const told = [...totals].map(([token, { hundredths, decimals }]) => {
    return `, ${(hundredths / 100).toFixed(decimals)} ${token ?? '(token not told)'}`;
  });
  return told.join('');
}
