/** The oldest of many readings, for reports that say how old their oldest fact is. */
import { instantKey } from '../../domain/kernel/time/time.ts';

/** The earliest of the instants that it was shown. */
export class Oldest {
  value: string | null = null;
  #key: string | null = null;

  /** Looks at one more; what is no instant is passed over. */
  look(asOf: string): void {
    // All of one form, as this console dates its readings: then the text decides, a million times.
    if (this.value !== null && asOf.length === this.value.length && asOf >= this.value) return;
    const key = instantKey(asOf);
    if (key === null || (this.#key !== null && key >= this.#key)) return;
    this.#key = key;
    this.value = asOf;
  }
}
