// The places of very many texts, in half the time of a Map, which asks for hashes again whenever it grows.

const FIRST_SLOTS = 1 << 12;
/** A table is at most half full. */
const GROWTH = 4;
/** Whoever crafts texts of one hash fills this many slots with them; the rest goes into a Map, whose hashes nobody can foresee. */
const MOST_STEPS = 128;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

export class TextIndex {
  /** In the order in which they came. */
  readonly #texts: string[] = [];
  #hashes = new Int32Array(FIRST_SLOTS);
  /** Place and one, so that 0 is empty. */
  #slots = new Int32Array(FIRST_SLOTS);
  readonly #overflow = new Map<string, number>();
  /** What was found last, and where the next is looked for first: whoever looks for many mostly does so in their order, or from its end. */
  #latest = -1;
  #step = 1;

  get texts(): readonly string[] {
    return this.#texts;
  }

  /** The place of a text, from 0; -1 when it is not there. */
  find(text: string): number {
    const guess = this.#latest + this.#step;
    if (guess >= 0 && guess < this.#texts.length && this.#texts[guess] === text) {
      this.#latest = guess;
      return guess;
    }
    const slot = this.#slotOf(text, hashOf(text));
    const place = slot < 0 ? (this.#overflow.get(text) ?? -1) : (this.#slots[slot] ?? 0) - 1;
    if (place >= 0) {
      this.#step = place < this.#latest ? -1 : 1;
      this.#latest = place;
    }
    return place;
  }

  /** The place of a text that was there before; -1 when it has got the next one now. */
  add(text: string): number {
    const hash = hashOf(text);
    const slot = this.#slotOf(text, hash);
    const known = slot < 0 ? (this.#overflow.get(text) ?? -1) : (this.#slots[slot] ?? 0) - 1;
    if (known >= 0) return known;
    const size = this.#texts.push(text);
    if (size > this.#hashes.length) this.#hashes = longer(this.#hashes);
    this.#hashes[size - 1] = hash;
    if (slot < 0) this.#overflow.set(text, size - 1);
    else this.#slots[slot] = size;
    if (size * 2 > this.#slots.length) this.#grow();
    return -1;
  }

  /** The slot that has the text, or the empty one where it would stand; -1: it is in the overflow if anywhere. */
  #slotOf(text: string, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const place = (this.#slots[slot] ?? 0) - 1;
      if (place < 0 || (this.#hashes[place] === hash && this.#texts[place] === text)) return slot;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * GROWTH);
    this.#overflow.clear();
    const mask = this.#slots.length - 1;
    for (let place = 0; place < this.#texts.length; place += 1) {
      let slot = (this.#hashes[place] ?? 0) & mask;
      let steps = 0;
      while (this.#slots[slot] !== 0 && steps < MOST_STEPS) {
        slot = (slot + 1) & mask;
        steps += 1;
      }
      if (steps < MOST_STEPS) this.#slots[slot] = place + 1;
      else this.#overflow.set(this.#texts[place] ?? '', place);
    }
  }
}

function longer(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const twice = new Int32Array(numbers.length * 2);
  twice.set(numbers);
  return twice;
}

function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash ^ (hash >>> 15);
}

const TRACE_DIGITS = 5;
const TRACES = 1 << (4 * TRACE_DIGITS);

/** Whether a uuid, in either case, can be one of some: looking among them costs more, and nearly always it is none of them. */
export class UuidTraces {
  /** A bit for each way that a uuid can end. */
  readonly #bits = new Uint8Array(TRACES / 8);

  add(uuid: string): void {
    const trace = traceOf(uuid);
    this.#bits[trace >> 3] = (this.#bits[trace >> 3] ?? 0) | (1 << (trace & 7));
  }

  /** False: it is none of them. */
  has(uuid: string): boolean {
    const trace = traceOf(uuid);
    return ((this.#bits[trace >> 3] ?? 0) & (1 << (trace & 7))) !== 0;
  }
}

/** Its last digits. Of any other text a number too, which is the same in either case of ASCII. */
function traceOf(uuid: string): number {
  let trace = 0;
  for (let at = Math.max(0, uuid.length - TRACE_DIGITS); at < uuid.length; at += 1) {
    const code = uuid.charCodeAt(at);
    trace = (trace << 4) | (((code & 0xf) + (code > NINE ? 9 : 0)) & 0xf);
  }
  return trace;
}
const NINE = 0x39;
