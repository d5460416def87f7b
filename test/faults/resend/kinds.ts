/** The kinds of resends that the suite plays, and what it is told of each. Not here: the playing (bench.ts). */
import type { ResendReport } from '../../../src/domain/resend/resend.ts';
import type { FaultRule } from '../../../src/sandbox/faults.ts';

/** The faults that a request of this kind meets. `random` is from 0 up to 1. */
type Meets = (random: () => number) => readonly FaultRule[];

const within = (random: () => number, from: number, to: number): number => Math.round(from + random() * (to - from));

/** The answer is lost, spoilt or late, or somebody else does the same meanwhile. */
const FAULTS_OF = {
  'executed then dropped': () => [{ kind: 'process-then-drop' }],
  'executed with a 500': () => [{ kind: 'process-then-500' }],
  'executed, answer cut off': () => [{ kind: 'truncate' }],
  'executed, answer shorter than it says': () => [{ kind: 'wrong-length' }],
  'executed, answer of no JSON': () => [{ kind: 'malformed-json' }],
  'executed, answer without the invoice': () => [{ kind: 'missing-fields', fields: ['invoice_uuid'] }],
  'executed, then silence': () => [{ kind: 'slow-answer', ms: 3_600_000 }],
  'dropped before': () => [{ kind: 'drop-before' }],
  'a gateway page instead': () => [{ kind: 'html', status: 502 }],
  'a 503 instead': () => [{ kind: 'error', code: 'DB_UNAVAILABLE' }],
  'late: executed after 40 s': () => [{ kind: 'drop-then-process', ms: 40_000 }],
  'late: executed after minutes': (random) => [{ kind: 'drop-then-process', ms: within(random, 61_000, 1_800_000) }],
  'late: executed after hours': (random) => [{ kind: 'drop-then-process', ms: within(random, 3_600_000, 85_000_000) }],
  'executed, and by somebody else afterwards': (random) => [
    { kind: 'process-then-drop' },
    { kind: 'parallel-resend', ms: within(random, 700, 20_000) },
  ],
  'dropped, and by somebody else afterwards': (random) => [
    { kind: 'drop-before' },
    { kind: 'parallel-resend', ms: within(random, 700, 20_000) },
  ],
  'by somebody else just before, answer lost': () => [{ kind: 'process-then-drop' }, { kind: 'parallel-resend' }],
  'executed, and a scheduled attempt afterwards': (random) => [
    { kind: 'process-then-drop' },
    { kind: 'system-retry', ms: within(random, 1_000, 50_000) },
  ],
  'dropped, and a scheduled attempt afterwards': (random) => [
    { kind: 'drop-before' },
    { kind: 'system-retry', ms: within(random, 1_000, 50_000) },
  ],
  'a scheduled attempt just before, answer lost': () => [{ kind: 'process-then-drop' }, { kind: 'system-retry' }],
} as const satisfies Readonly<Record<string, Meets>>;

type AmbiguousKind = keyof typeof FAULTS_OF;

function isAmbiguousKind(name: string): name is AmbiguousKind {
  return Object.hasOwn(FAULTS_OF, name);
}

export const AMBIGUOUS: readonly AmbiguousKind[] = Object.keys(FAULTS_OF).filter(isAmbiguousKind);

/** Said clearly: done, or refused. */
export const CLEAR = [
  ...Array.from({ length: 12 }, () => 'normal' as const),
  'being sent',
  'too soon',
  'refused by the limiter',
  'two windows',
] as const;

/** A person sends again what stayed unknown: dropped, or still to come. */
export const AGAIN = ['again after a drop', 'again after a late one'] as const;

export type Kind = AmbiguousKind | (typeof CLEAR)[number] | (typeof AGAIN)[number];

const NONE: Meets = () => [];

/** What the request of each kind meets. */
export const MEETS: Readonly<Record<Kind, Meets>> = {
  ...FAULTS_OF,
  normal: NONE,
  'being sent': NONE,
  'too soon': NONE,
  'two windows': NONE,
  'refused by the limiter': () => [{ kind: 'rate-limited', retryAfter: '1', seconds: 1 }],
  'again after a drop': () => [{ kind: 'drop-before' }],
  'again after a late one': (random) => [{ kind: 'drop-then-process', ms: within(random, 61_000, 151_000) }],
};

/** What became of one case. */
export interface Told {
  readonly kind: Kind;
  readonly intentId: string;
  readonly invoiceUuid: string;
  /** The report when it first had an end. */
  readonly first: ResendReport;
  /** The same a day later. */
  last: ResendReport;
  /** Times that a person wanted it sent. */
  readonly sends: number;
  /** POSTs that left this machine. */
  posts: number;
  /** Times that the API really carried it out: at the first end, and a day later. */
  readonly early: number;
  executed: number;
  /** It was carried out within five seconds of the POST. */
  readonly quick: boolean;
  /** A scheduled attempt came within the minute of evidence. */
  readonly isOverlapped: boolean;
  /** The request was made. */
  readonly isSent: boolean;
  /** Of the first of two sends: what really became of it, where that is known. */
  readonly superseded: 'never carried out' | null;
}
