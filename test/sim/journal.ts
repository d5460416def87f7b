/** What happened, as lines in words; their digest says whether two runs were the same. Not here: bytes of files, which are never the same. */
import { createHash } from 'node:crypto';

export class Journal {
  readonly #hash = createHash('sha256');
  readonly #now: () => number;
  readonly #kept: string[] = [];
  readonly #keepAll: boolean;
  readonly #situations = new Map<string, number>();
  count = 0;

  /** `keepAll`: for a trace; else only the last lines are kept. */
  constructor(now: () => number, keepAll: boolean) {
    this.#now = now;
    this.#keepAll = keepAll;
  }

  /** Something happened. */
  note(what: string): void {
    const line = `${new Date(this.#now()).toISOString()} ${what}`;
    this.#hash.update(`${line}\n`);
    this.count += 1;
    this.#kept.push(line);
    if (!this.#keepAll && this.#kept.length > KEPT) this.#kept.splice(0, KEPT / 2);
  }

  /** A situation that the suite wants to have seen. */
  met(situation: string): void {
    this.#situations.set(situation, (this.#situations.get(situation) ?? 0) + 1);
  }

  situations(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#situations].sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  last(lines: number): readonly string[] {
    return this.#kept.slice(-lines);
  }

  all(): readonly string[] {
    return this.#kept;
  }

  /** Of everything so far. */
  hash(): string {
    return this.#hash.copy().digest('hex');
  }
}

const KEPT = 2_000;
