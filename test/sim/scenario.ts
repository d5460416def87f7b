/** What happens in a simulated world beside its own life, as a list: drawn from a seed, written down, shortened, replayed. Not here: how it is carried out. */
import { calmOf } from './scenes/calm.ts';
import { type Stream, streamOf } from './chance.ts';
import { DESK_NAMES } from './desk.ts';
import { type Fault, faultsOf, faultsOfSecond } from './faults/faults.ts';
import { PIECE_MOVES } from './moments.ts';
import type { Act, Deed } from './scenes/acts.ts';
import { scenesOf } from './scenes/scenes.ts';
import { type TeamAct, teamOf } from './team/deeds.ts';

const MINUTE_MS = 60_000;

export type { Fault };

/** What another machine, or another version, would have otherwise. */
export interface Constants {
  /** Pages of SQLite's log before it is played into its file. */
  readonly checkpointPages: number;
  /** Batches of a job's rows under way at most. */
  readonly mostUntaken: number;
  /** Rows of a job in one batch at most. */
  readonly mostRows: number;
  /** A store's request takes so long at most, milliseconds. */
  readonly longestWorkMs: number;
  /** What the pauses that must not fall together are drawn from: [from, to) of [0, 1). */
  readonly jitter: readonly [from: number, to: number];
}

export const USUAL: Constants = {
  checkpointPages: 4_000,
  mostUntaken: 4,
  mostRows: 1000,
  longestWorkMs: 4,
  jitter: [0, 1],
};

export interface Scenario {
  readonly seed: number;
  readonly service: 'sandbox' | 'independent';
  /** Calendar days over which the sittings are spread. */
  readonly days: number;
  readonly sittings: number;
  readonly sittingMs: number;
  readonly size: number;
  readonly constants: Constants;
  readonly faults: readonly Fault[];
  /** Those of the second console. */
  readonly second: readonly Fault[];
  readonly acts: readonly Act[];
  /** Of people who work on the one engine at once; with none it is a single desk's. */
  readonly team: readonly TeamAct[];
}

/** What the world is judged by. */
const CORE: readonly [Deed, ...Deed[]] = [
  'look',
  'look',
  'fresh',
  'resend',
  'resend',
  'resend again',
  'run',
  'cancel run',
  'create',
  'create',
  'export',
  'import',
  'write a note',
  'label',
  'open a case',
  'orders from a file',
  'orders from a file',
  'reconcile',
  'close',
  'pause',
  'many at once',
  'undo import',
  'cancel import',
  'dashboard',
  'window',
  'resend from the second profile',
];
/** Three of four deeds are of that. */
const DEEDS: readonly [Deed, ...Deed[]] = [...CORE, ...CORE, ...CORE, ...DESK_NAMES];

/** Drawn apart from those. */
const SCHEDULING: readonly [Deed, ...Deed[]] = [
  'schedule an export',
  'schedule an export',
  'make a scheduled export',
  'the folder comes or goes',
];

export interface Wish {
  readonly days: number;
  /** Of all sittings together. */
  readonly openMinutes: number;
  readonly sittings: number;
}

/** What people do about a death in the middle of a move, and how long after it may come: each is tried twice. */
const MOVES: readonly (readonly [deed: Deed, afterMs: number])[] = [
  ['write everything out', 1_000],
  ['write everything out', 30_000],
  ['bring everything in', 60_000],
  ['bring everything in', 90_000],
];
const movesOf = (fault: Fault): readonly Act[] =>
  fault.kind === 'moment' && fault.step === PIECE_MOVES
    ? MOVES.map(([deed, afterMs]) => ({ at: fault.from + afterMs, deed, choice: 0.5 }))
    : [];

/** The world of a seed. Each purpose has a stream of its own. */
export function scenarioOf(seed: number, { days, openMinutes, sittings }: Wish): Scenario {
  const world = streamOf(seed, 'world');
  const openMs = openMinutes * MINUTE_MS;
  const calm = calmOf(seed);
  const faults = faultsOf(seed, openMs).filter(({ kind }) => calm.hasKind(kind));
  const team = teamOf(seed, openMs);
  const sittingMs = Math.floor(openMs / sittings);
  const scenes = scenesOf(seed, openMs, sittingMs, calm.isCalm);
  const doing =
    (deeds: readonly [Deed, ...Deed[]]) =>
    (chance: Stream): Act => ({
      at: chance.between(MINUTE_MS, openMs),
      deed: chance.pick(deeds),
      choice: chance.next(),
    });
  const acts = [
    ...drawn(streamOf(seed, 'people'), 24, 50, doing(DEEDS)),
    ...drawn(streamOf(seed, 'schedules'), 3, 9, doing(SCHEDULING)),
  ].filter((_, at) => calm.hasDeed(at));
  return {
    seed,
    service: world.is(0.5) ? 'sandbox' : 'independent',
    days,
    sittings,
    sittingMs,
    size: world.between(20, 90),
    constants: constantsOf(streamOf(seed, 'constants')),
    faults: [...faults, ...team.deaths, ...scenes.faults].sort((left, right) => left.from - right.from),
    second: faultsOfSecond(seed, faults),
    team: team.acts,
    acts: [...acts, ...faults.flatMap(movesOf), ...scenes.acts].sort((left, right) => left.at - right.at),
  };
}

function constantsOf(chance: Stream): Constants {
  return {
    checkpointPages: chance.pick([4, 40, 400, 4_000]),
    mostUntaken: chance.between(1, 6),
    longestWorkMs: chance.pick([0, 4, 40, 400]),
    jitter: chance.pick([
      [0, 1],
      [0, 1],
      [0, 0.01],
      [0.99, 1],
    ]),
    mostRows: chance.pick([1, 3, 10, 1000]),
  };
}

function drawn<Thing>(chance: Stream, least: number, most: number, draw: (chance: Stream) => Thing): Thing[] {
  return Array.from({ length: chance.between(least, most) }, () => draw(chance));
}
