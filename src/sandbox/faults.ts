// The rule book of faults: which of the next requests will meet which mishap.
import { isFields } from './events.ts';

/** All faults. The table says at which stage each one works. */
export const FAULT_STAGES = {
  /** The socket is destroyed before anything is processed or counted. */
  'drop-before': 'before',
  /** The request is processed `ms` later (a queue in front of the server), whether or not the caller still waits. */
  'process-late': 'before',
  /** The socket is destroyed at once, and the request processed `ms` of the world's time later: hours, if need be. */
  'drop-then-process': 'before',
  /** Somebody at the dashboard resends the same invoice's webhook just before, or `ms` later. */
  'parallel-resend': 'before',
  /** A scheduled attempt of the same invoice's delivery is made just before, or `ms` later. */
  'system-retry': 'before',
  /** A row of the list (`uuid`, or the newest) is gone from now on. */
  'row-removed': 'before',
  /**
   * Any error: `code`, with `status`, `message` and `details` if it is not one of the specification's. A 429 says when to come again as
   * `rate-limited` does.
   */
  error: 'instead',
  /** 429 RATE_LIMITED: `retryAfter` is the header (null: none), `seconds` the details (null: none). */
  'rate-limited': 'instead',
  /** The machine-description shape of a 422. */
  'detail-422': 'instead',
  /** `location` with `status` 301, 302, 307 or 308. */
  redirect: 'instead',
  /** An HTML page with `status` 200, 502 or 504. */
  html: 'instead',
  /** A body of `bytes` that never was asked for. */
  'huge-body': 'instead',
  /** A small compressed body that unpacks to `bytes`. */
  'zip-bomb': 'instead',
  /** The request is processed, then 500 INTERNAL_ERROR. */
  'process-then-500': 'after',
  'success-absent': 'body',
  /** `success: false` and an error with status 200. */
  'success-false-200': 'body',
  /** Enumerations carry values that no specification names; `rows` as below. */
  'unknown-enum': 'body',
  'extra-fields': 'body',
  /** `fields` (or some important ones) are missing from the first `rows` records (default 1). */
  'missing-fields': 'body',
  /** Money is a JSON number in the first `rows` records (default 1). */
  'money-number': 'body',
  /** The items of page 1 under the number that was asked for. */
  'repeat-page': 'body',
  'always-next': 'body',
  /** `total_items` is lower by `by` (default 1) times the number of times that the rule has been met. */
  'total-falling': 'body',
  'malformed-json': 'body',
  /** The request is processed, then the socket is destroyed. */
  'process-then-drop': 'wire',
  /** The answer comes `ms` later. */
  'slow-answer': 'wire',
  /** Status line and headers come letter by letter over `ms` (slow loris). */
  'slow-headers': 'wire',
  /** The headers come at once, the body piece by piece over `ms`. */
  'slow-body': 'wire',
  /** The body ends in the middle, and the connection with it. */
  truncate: 'wire',
  /** Content-Length is wrong by `by` bytes (default +10). */
  'wrong-length': 'wire',
  /** The `Date` header is wrong by `ms`. */
  'clock-skew': 'wire',
} as const satisfies Readonly<Record<string, 'before' | 'instead' | 'after' | 'body' | 'wire'>>;

export type FaultKind = keyof typeof FAULT_STAGES;

/** A fault with what it needs; what is left out has the default named at {@link FAULT_STAGES}. */
export interface Fault {
  readonly kind: FaultKind;
  readonly ms?: number;
  readonly status?: number;
  readonly code?: string;
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfter?: string | null;
  readonly seconds?: number | null;
  readonly location?: string;
  readonly bytes?: number;
  readonly by?: number;
  readonly rows?: number;
  readonly fields?: readonly string[];
  readonly uuid?: string;
}

/** A fault for the next matching requests. */
export interface FaultRule extends Fault {
  /** GET or POST; both when left out. */
  readonly method?: string;
  /** A path below the API root such as `/external/invoices/*`; `*` is one segment, `**` anything. All when left out. */
  readonly path?: string;
  /** How many matching requests meet it (default 1; -1 for all). */
  readonly times?: number;
  /** How many matching requests pass before. */
  readonly skip?: number;
}

interface Entry {
  readonly id: number;
  readonly rule: FaultRule;
  readonly pattern: RegExp;
  skip: number;
  left: number;
  met: number;
}

/** A fault that a request meets, and how often its rule has been met by now. */
export interface MetFault extends Fault {
  readonly met: number;
}

export class Faults {
  #entries: Entry[] = [];
  #ids = 0;

  /** Enters a rule; returns its id. Rules of different kinds can meet in one request. */
  add(rule: FaultRule): number {
    const id = ++this.#ids;
    const times = rule.times ?? 1;
    this.#entries.push({
      id,
      rule,
      pattern: patternOf(rule.path ?? '**'),
      skip: rule.skip ?? 0,
      left: times < 0 ? Infinity : times,
      met: 0,
    });
    return id;
  }

  /** Takes a rule out, or all of them. */
  clear(id?: number): void {
    this.#entries = id === undefined ? [] : this.#entries.filter((entry) => entry.id !== id);
  }

  /** The rules that still wait for requests. */
  list(): { id: number; rule: FaultRule; met: number }[] {
    return this.#entries.map(({ id, rule, met }) => ({ id, rule, met }));
  }

  /** The faults that this request meets; each rule is used up by one. `path` is below the API root. */
  take(method: string, path: string): MetFault[] {
    const faults: MetFault[] = [];
    for (const entry of this.#entries) {
      const { rule } = entry;
      if ((rule.method !== undefined && rule.method !== method) || !entry.pattern.test(path)) continue;
      if (entry.skip > 0) {
        entry.skip -= 1;
        continue;
      }
      entry.left -= 1;
      entry.met += 1;
      faults.push({ ...rule, met: entry.met });
    }
    this.#entries = this.#entries.filter((entry) => entry.left > 0);
    return faults;
  }
}

function patternOf(path: string): RegExp {
  const source = path
    .split('**')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '[^/]+'))
    .join('.*');
  return new RegExp(`^${source}$`);
}

const NUMBERS = ['ms', 'status', 'bytes', 'by', 'rows', 'times', 'skip'] as const;
const TEXTS = ['code', 'message', 'location', 'uuid', 'method', 'path'] as const;

/** Reads a rule from JSON. Throws with a sentence when it is not one. */
export function readRule(value: unknown): FaultRule {
  if (!isFields(value)) throw new Error('a rule is a JSON object');
  const kind = Object.keys(FAULT_STAGES).find((candidate): candidate is FaultKind => candidate === value['kind']);
  if (kind === undefined) throw new Error(`kind must be one of ${Object.keys(FAULT_STAGES).join(', ')}`);
  const rule: { -readonly [K in keyof FaultRule]: FaultRule[K] } = { kind };
  for (const name of NUMBERS) {
    const entry = value[name];
    if (typeof entry === 'number') rule[name] = entry;
    else if (entry !== undefined) throw new Error(`${name} must be a number`);
  }
  for (const name of TEXTS) {
    const entry = value[name];
    if (typeof entry === 'string') rule[name] = entry;
    else if (entry !== undefined) throw new Error(`${name} must be a string`);
  }
  const { retryAfter, seconds, details, fields } = value;
  if (retryAfter === null || typeof retryAfter === 'string') rule.retryAfter = retryAfter;
  if (seconds === null || typeof seconds === 'number') rule.seconds = seconds;
  if (isFields(details)) rule.details = details;
  if (Array.isArray(fields)) rule.fields = fields.filter((field): field is string => typeof field === 'string');
  return rule;
}
