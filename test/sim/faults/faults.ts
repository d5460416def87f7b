/** What goes wrong in a simulated world, as data: each kind is drawn from a stream of its own, so that one that is taken out leaves the others as they were. Not here: what each does. */
import { type Stream, streamOf } from '../chance.ts';
import { DISK_TROUBLES, type DiskTrouble } from './disk.ts';
import { LINE_FAULTS, type LineFault } from '../line.ts';
import {
  LIMIT_CODES,
  LIMIT_HINTS,
  type LimitCode,
  type LimitHint,
  type Operation,
  OPERATION_NAMES,
  type Refusal,
  REFUSALS,
} from './refusals.ts';
import { type Moment, momentOf, PIECE_MOVES } from '../moments.ts';

const MINUTE_MS = 60_000;

/** For how long, milliseconds of open time. */
interface Lasting {
  readonly forMs: number;
}

interface Kinds {
  readonly line: Lasting & { readonly fault: LineFault; readonly share: number };
  /** Answers in the place of the service. */
  readonly refusal: Lasting & { readonly code: Refusal; readonly operation: Operation; readonly share: number };
  readonly limit: Lasting & { readonly code: LimitCode; readonly hint: LimitHint; readonly share: number };
  /** Another program spends the allowance of the same key. */
  readonly neighbour: Lasting & { readonly perMinute: number };
  /** The process ends at once. */
  readonly crash: object;
  /** The writer dies of the next write whose name begins so. */
  readonly writer: { readonly command: string; readonly when: 'death-before' | 'death-after' };
  readonly disk: Lasting & { readonly trouble: DiskTrouble; readonly of: 'all' | 'books' | 'mirror' };
  /** The wall clock is set, for good. */
  readonly wall: { readonly byMs: number };
  /** The wall clock runs at another speed, and stays where that has brought it. */
  readonly drift: Lasting & { readonly ratio: number };
  /** The machine sleeps: the wall clock goes on, the monotonic one stands. */
  readonly sleep: { readonly forMs: number };
  /** When it is over somebody types a key that works. */
  readonly key: Lasting & { readonly what: (typeof KEY_TROUBLES)[number] };
  readonly keychain: Lasting & { readonly what: KeychainTrouble };
  /** The process ends, and the next life finds older books, or an older mirror or none: from the last clean end of a sitting, or the latest copy. */
  readonly 'put back': { readonly what: (typeof PUT_BACK)[number] };
  /** Something strikes at a step of the console's work, the next time that it is taken. */
  readonly moment: Moment;
  /** What lies on the disk is kept, in the middle of its work, to be put back later. */
  readonly keep: unknown;
  /** A second console of the same business, on a folder of its own, with people of its own. */
  readonly 'second console': Lasting;
}

export const KEYCHAIN_TROUBLES = ['locked', 'slow', 'silent', 'failed'] as const;
export const KEY_TROUBLES = ['revoked', 'rotated', 'of another business'] as const;
export const PUT_BACK = ['books', 'mirrors', 'no mirrors', 'a copy'] as const;
export type KeychainTrouble = (typeof KEYCHAIN_TROUBLES)[number];

export type FaultKind = keyof Kinds;
export type FaultOf<Kind extends FaultKind> = { readonly kind: Kind; readonly from: number } & Kinds[Kind];
/** `from`: milliseconds of open time, of the console's sittings laid end to end. */
export type Fault = { [Kind in FaultKind]: FaultOf<Kind> }[FaultKind];

/** The writes at which a writer dies, by how their names begin. */
export const COMMANDS = [
  'invoices.',
  'deliveries.',
  'resends.',
  'creates.',
  'bulk.',
  'imports.',
  'exceptions.',
  'lists.',
  'activity.',
  'closes.',
  'notes.',
  'labels.',
] as const;

const SHARES: readonly [number, ...number[]] = [0.1, 0.45, 0.9, 1];

interface Drawing<Kind extends FaultKind> {
  /** How many a world has, at least and at most. */
  readonly count: readonly [number, number];
  /** The part of the open time that is over before the first; 0 when left out. */
  readonly after?: number;
  readonly draw: (chance: Stream) => Kinds[Kind];
}

const lasting = (chance: Stream, most = 4 * MINUTE_MS): Lasting => ({ forMs: chance.between(5_000, most) });

/** What is kept is drawn with its putting back. */
type Drawn = Exclude<FaultKind, 'keep'>;

const DRAWINGS: { readonly [Kind in Drawn]: Drawing<Kind> } = {
  line: {
    count: [3, 9],
    draw: (chance) => ({ ...lasting(chance), fault: chance.pick(LINE_FAULTS), share: chance.pick(SHARES) }),
  },
  refusal: {
    count: [1, 4],
    draw: (chance) => ({
      ...lasting(chance),
      code: chance.pick(REFUSALS),
      operation: chance.pick(OPERATION_NAMES),
      share: chance.pick(SHARES),
    }),
  },
  limit: {
    count: [0, 2],
    draw: (chance) => ({
      ...lasting(chance, 2 * MINUTE_MS),
      code: chance.pick(LIMIT_CODES),
      hint: chance.pick(LIMIT_HINTS),
      share: chance.pick(SHARES),
    }),
  },
  neighbour: {
    count: [0, 1],
    draw: (chance) => ({ ...lasting(chance), perMinute: chance.pick([10, 40, 90, 150]) }),
  },
  crash: { count: [0, 3], draw: () => ({}) },
  writer: {
    count: [0, 3],
    draw: (chance) => ({ command: chance.pick(COMMANDS), when: chance.pick(['death-before', 'death-after']) }),
  },
  disk: {
    count: [0, 2],
    draw: (chance) => ({
      ...lasting(chance, 2 * MINUTE_MS),
      trouble: chance.pick(DISK_TROUBLES),
      of: chance.pick(['all', 'books', 'mirror']),
    }),
  },
  wall: {
    count: [0, 2],
    draw: (chance) => ({ byMs: chance.pick([-3_600_000, 3_600_000, -120_000, 90_000, 86_400_000]) }),
  },
  drift: {
    count: [0, 1],
    draw: (chance) => ({ ...lasting(chance), ratio: chance.pick([-0.5, -0.02, 0.02, 0.5]) }),
  },
  sleep: {
    count: [0, 2],
    draw: (chance) => ({ forMs: chance.pick([60_000, 3_600_000, 9 * 3_600_000]) }),
  },
  key: {
    count: [0, 1],
    draw: (chance) => ({ ...lasting(chance), what: chance.pick(KEY_TROUBLES) }),
  },
  keychain: {
    count: [0, 1],
    draw: (chance) => ({ ...lasting(chance), what: chance.pick(KEYCHAIN_TROUBLES) }),
  },
  'put back': {
    count: [0, 1],
    after: 1 / 3,
    draw: (chance) => ({ what: chance.pick(PUT_BACK) }),
  },
  moment: { count: [1, 4], draw: momentOf },
  'second console': {
    count: [-3, 1],
    draw: (chance) => lasting(chance),
  },
};

/** Books of the middle of a sitting lie there again a while later; in two worlds of five. */
function keptBooks(chance: Stream, openMs: number): readonly Fault[] {
  return Array.from({ length: Math.max(0, chance.between(-2, 2)) }, (): readonly Fault[] => {
    const from = chance.between(Math.floor(openMs / 5), openMs);
    const later = from + chance.between(MINUTE_MS / 2, 5 * MINUTE_MS);
    return [
      { kind: 'keep', from },
      { kind: 'put back', from: Math.min(later, openMs), what: 'books' },
    ];
  }).flat();
}

/** The process ends while the books move, in every second world; people move them then (scenario.ts). */
function deathInMove(chance: Stream, openMs: number): readonly Fault[] {
  const from = chance.between(Math.floor(openMs / 5), Math.floor((openMs * 4) / 5));
  const passes = chance.between(0, 3);
  return chance.is(0.5) ? [{ kind: 'moment', from, what: 'death', step: PIECE_MOVES, when: 'after', passes }] : [];
}

/** Those of one kind, from some time on. */
function ofKind<Kind extends Drawn>(kind: Kind, chance: Stream, from: number, to: number): readonly FaultOf<Kind>[] {
  const { count, after = 0, draw }: Drawing<Kind> = DRAWINGS[kind];
  return Array.from({ length: Math.max(0, chance.between(...count)) }, () => {
    const at = chance.between(from + Math.floor((to - from) * after), to);
    return { kind, from: at, ...draw(chance) };
  });
}

/** What the second console has in its own time: what a line, a disk, a keychain and a process may have. */
export function faultsOfSecond(seed: number, faults: readonly Fault[]): readonly Fault[] {
  return faults
    .filter((fault) => fault.kind === 'second console')
    .flatMap(({ from, forMs }): readonly Fault[] => {
      const of = <Kind extends Drawn>(kind: Kind): readonly FaultOf<Kind>[] =>
        ofKind(kind, streamOf(seed, `second console’s ${kind}`), from, from + forMs);
      return [...of('line'), ...of('refusal'), ...of('crash'), ...of('writer'), ...of('disk'), ...of('keychain')];
    })
    .toSorted((left, right) => left.from - right.from);
}

/** All that goes wrong in the world of a seed, by time. */
export function faultsOf(seed: number, openMs: number): readonly Fault[] {
  const of = <Kind extends Drawn>(kind: Kind): readonly FaultOf<Kind>[] =>
    ofKind(kind, streamOf(seed, kind), 0, openMs);
  const all: readonly Fault[] = [
    ...of('line'),
    ...of('refusal'),
    ...of('limit'),
    ...of('neighbour'),
    ...of('crash'),
    ...of('writer'),
    ...of('disk'),
    ...of('wall'),
    ...of('drift'),
    ...of('sleep'),
    ...of('key'),
    ...of('keychain'),
    ...of('put back'),
    ...of('moment'),
    ...keptBooks(streamOf(seed, 'books kept'), openMs),
    ...deathInMove(streamOf(seed, 'move'), openMs),
    ...of('second console'),
  ];
  return all.toSorted((left, right) => left.from - right.from);
}
