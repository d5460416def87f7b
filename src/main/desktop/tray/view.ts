// What the tray shows of the watch: a mark, a tooltip, a line for each profile.
import { plainLine } from '../../../domain/kernel/text/plain-text.ts';
import type { WatchedProfile, WatchedStatus, Watched } from '../watch-model.ts';

/** `trouble`: something stands or cannot be reached. `news`: told and not looked at. */
export const MARKS = ['calm', 'paused', 'news', 'trouble'] as const;
export type Mark = (typeof MARKS)[number];

export interface TrayView {
  readonly mark: Mark;
  readonly tooltip: string;
  /** One for each profile. */
  readonly lines: readonly string[];
  readonly news: string | null;
}

const NAME_CHARACTERS = 40;
const NEWS_CHARACTERS = 80;
/** Windows cuts a tooltip there. */
const TOOLTIP_CHARACTERS = 127;
/** More of them make a menu that nobody reads. */
const MOST_LINES = 12;

/** How it stands, in the order in which it matters: of what starts nothing is known yet. */
const STATES = ['stopped', 'offline', 'incomplete', 'paused', 'as-far-as-seen', 'certified', 'starting'] as const;
type State = (typeof STATES)[number];

const WORDS: Readonly<Record<State, string>> = {
  stopped: 'stopped, needs you',
  offline: 'cannot be reached',
  paused: 'reading paused',
  incomplete: 'reading',
  'as-far-as-seen': 'all that was seen; completeness not provable',
  certified: 'certified complete',
  starting: 'starting',
};

/** No name and no number. */
const LOCKED: TrayView = { mark: 'calm', tooltip: 'Merchant Console · locked', lines: ['Locked'], news: null };

/** The view of what is known; `unseen`: how many notices came since somebody looked. */
export function trayView({ profiles, statuses, news, isLocked }: Watched, unseen: number): TrayView {
  if (isLocked) return LOCKED;
  const known = profiles.map((profile) => ({ profile, state: stateOf(statuses.get(profile.id)) }));
  const lines = known.map(({ profile, state }) => `${nameOf(profile)}: ${WORDS[state]}`);
  const more = lines.length > MOST_LINES ? [`and ${lines.length - MOST_LINES} more`] : [];
  const states = new Set(known.map(({ state }) => state));
  return {
    mark: markOf(states, unseen),
    tooltip: tooltipOf(known, unseen),
    lines: [...lines.slice(0, MOST_LINES), ...more],
    news: news === null ? null : plainLine(`${news.title}: ${news.body}`, NEWS_CHARACTERS),
  };
}

function stateOf(status: WatchedStatus | undefined): State {
  if (status === undefined) return 'starting';
  if (status.state === 'stopped') return 'stopped';
  if (status.offline !== undefined) return 'offline';
  if (status.state === 'paused') return 'paused';
  const certificates = new Set([status.invoices.certificate, status.withdrawals.certificate]);
  if (certificates.has('incomplete')) return 'incomplete';
  return certificates.has('as-far-as-seen') ? 'as-far-as-seen' : 'certified';
}

function nameOf({ name, kind }: WatchedProfile): string {
  const plain = plainLine(name, NAME_CHARACTERS);
  return kind === 'sandbox' ? `SANDBOX · ${plain}` : plain;
}

function markOf(states: ReadonlySet<State>, unseen: number): Mark {
  if (states.has('stopped') || states.has('offline')) return 'trouble';
  if (unseen > 0) return 'news';
  return states.size === 1 && states.has('paused') ? 'paused' : 'calm';
}

interface Known {
  readonly profile: WatchedProfile;
  readonly state: State;
}

/** The worst, by its name where it is one of several. */
function tooltipOf(known: readonly Known[], unseen: number): string {
  const [worst] = known.toSorted((one, other) => STATES.indexOf(one.state) - STATES.indexOf(other.state));
  const told = unseen === 0 ? [] : [`${unseen} unread`];
  const stands = worst === undefined ? [] : [`${nameOf(worst.profile)}: ${WORDS[worst.state]}`];
  return plainLine(['Merchant Console', ...told, ...stands].join(' · '), TOOLTIP_CHARACTERS - 1);
}
