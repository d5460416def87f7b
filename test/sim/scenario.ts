/** What happens in a simulated world beside its own life, as a list: drawn from a seed, written down, shortened, replayed. Not here: how it is carried out. */
import { type Stream, streamOf } from './chance.ts';
import { LINE_FAULTS, type LineFault } from './line.ts';

const MINUTE_MS = 60_000;

/** Times are milliseconds of open time: of the console's sittings laid end to end. */
export type Fault =
  | {
      readonly kind: 'line';
      readonly fault: LineFault;
      readonly from: number;
      readonly forMs: number;
      readonly share: number;
    }
  /** The process ends at once. */
  | { readonly kind: 'crash'; readonly from: number }
  /** The writer dies of the next write whose name begins so. */
  | {
      readonly kind: 'writer';
      readonly from: number;
      readonly command: string;
      readonly when: 'death-before' | 'death-after';
    }
  /** The wall clock is set, for good. */
  | { readonly kind: 'wall'; readonly from: number; readonly byMs: number }
  /** The machine sleeps: the wall clock goes on, the monotonic one stands. */
  | { readonly kind: 'sleep'; readonly from: number; readonly forMs: number }
  | { readonly kind: 'key'; readonly from: number; readonly forMs: number }
  | { readonly kind: 'keychain'; readonly from: number; readonly forMs: number }
  /** The process ends, and the next life finds older books, or an older mirror or none: from the last clean end of a sitting. */
  | { readonly kind: 'put back'; readonly from: number; readonly what: 'books' | 'mirrors' | 'no mirrors' };

export type Deed =
  | 'look'
  | 'fresh'
  | 'resend'
  | 'resend again'
  | 'run'
  | 'cancel run'
  | 'create'
  | 'export'
  | 'import'
  | 'reconcile'
  | 'close'
  | 'pause'
  | 'dashboard'
  | 'window';

/** Something that a person does. */
export interface Act {
  readonly at: number;
  readonly deed: Deed;
  /** Which of what there is, as a fraction. */
  readonly choice: number;
}

export interface Scenario {
  readonly seed: number;
  readonly service: 'sandbox' | 'independent';
  /** Calendar days over which the sittings are spread. */
  readonly days: number;
  readonly sittings: number;
  readonly sittingMs: number;
  readonly size: number;
  readonly faults: readonly Fault[];
  readonly acts: readonly Act[];
}

const COMMANDS = [
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
] as const;
const DEEDS: readonly [Deed, ...Deed[]] = [
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
  'reconcile',
  'close',
  'pause',
  'dashboard',
  'window',
];

export interface Wish {
  readonly days: number;
  /** Of all sittings together. */
  readonly openMinutes: number;
  readonly sittings: number;
}

/** The world of a seed. Each purpose has a stream of its own. */
export function scenarioOf(seed: number, { days, openMinutes, sittings }: Wish): Scenario {
  const world = streamOf(seed, 'world');
  const openMs = openMinutes * MINUTE_MS;
  const faults = [
    ...drawn(
      streamOf(seed, 'line'),
      3,
      9,
      (chance): Fault => ({
        kind: 'line',
        fault: chance.pick(LINE_FAULTS),
        from: chance.between(0, openMs),
        forMs: chance.between(5_000, 4 * MINUTE_MS),
        share: chance.pick([0.1, 0.45, 0.9, 1]),
      }),
    ),
    ...drawn(streamOf(seed, 'crash'), 0, 3, (chance): Fault => ({ kind: 'crash', from: chance.between(0, openMs) })),
    ...drawn(
      streamOf(seed, 'writer'),
      0,
      3,
      (chance): Fault => ({
        kind: 'writer',
        from: chance.between(0, openMs),
        command: chance.pick(COMMANDS),
        when: chance.pick(['death-before', 'death-after']),
      }),
    ),
    ...drawn(
      streamOf(seed, 'wall'),
      0,
      2,
      (chance): Fault => ({
        kind: 'wall',
        from: chance.between(0, openMs),
        byMs: chance.pick([-3_600_000, 3_600_000, -120_000, 90_000, 86_400_000]),
      }),
    ),
    ...drawn(
      streamOf(seed, 'sleep'),
      0,
      2,
      (chance): Fault => ({
        kind: 'sleep',
        from: chance.between(0, openMs),
        forMs: chance.pick([60_000, 3_600_000, 9 * 3_600_000]),
      }),
    ),
    ...drawn(
      streamOf(seed, 'key'),
      0,
      1,
      (chance): Fault => ({ kind: 'key', from: chance.between(0, openMs), forMs: chance.between(10_000, 300_000) }),
    ),
    ...drawn(
      streamOf(seed, 'keychain'),
      0,
      1,
      (chance): Fault => ({
        kind: 'keychain',
        from: chance.between(0, openMs),
        forMs: chance.between(10_000, 300_000),
      }),
    ),
  ];
  const acts = drawn(
    streamOf(seed, 'people'),
    20,
    45,
    (chance): Act => ({
      at: chance.between(MINUTE_MS, openMs),
      deed: chance.pick(DEEDS),
      choice: chance.next(),
    }),
  );
  faults.push(
    ...drawn(
      streamOf(seed, 'put back'),
      0,
      1,
      (chance): Fault => ({
        kind: 'put back',
        from: chance.between(Math.floor(openMs / 3), openMs),
        what: chance.pick(['books', 'mirrors', 'no mirrors']),
      }),
    ),
  );
  return {
    seed,
    service: world.is(0.5) ? 'sandbox' : 'independent',
    days,
    sittings,
    sittingMs: Math.floor(openMs / sittings),
    size: world.between(20, 90),
    faults: faults.sort((left, right) => left.from - right.from),
    acts: acts.sort((left, right) => left.at - right.at),
  };
}

function drawn<Thing>(chance: Stream, least: number, most: number, draw: (chance: Stream) => Thing): Thing[] {
  return Array.from({ length: chance.between(least, most) }, () => draw(chance));
}
