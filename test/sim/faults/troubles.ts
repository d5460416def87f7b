/** What one console meets now of the faults that last: on its line, its disk, its keychain, in its writer. Each fault has a stream of its own. Not here: what strikes once (simulation.ts). */
import type { StoreFile } from '../../../src/backend/sqlite/errors.ts';
import type { StoreRequest } from '../../../src/backend/workers/threads/protocol.ts';
import { type Stream, streamOf } from '../chance.ts';
import type { Met } from '../line.ts';
import { type DiskTrouble, isOfDisk } from './disk.ts';
import type { Fault, FaultKind, FaultOf, KeychainTrouble } from './faults.ts';
import type { Operation } from './refusals.ts';

export class Troubles {
  /** False: all of it is over. */
  isOn = true;
  readonly #faults: readonly Fault[];
  readonly #openMs: () => number;
  readonly #stream: (purpose: string) => Stream;
  readonly #shares = new Map<Fault, Stream>();
  readonly #writer: FaultOf<'writer'>[] = [];
  /** Open time until which there is no network besides. */
  #cutUntilMs = 0;

  /** `openMs`: open time so far; `of`: the begin of its streams' names. */
  constructor(seed: number, faults: readonly Fault[], openMs: () => number, of = '') {
    this.#faults = faults;
    this.#openMs = openMs;
    this.#stream = (purpose) => streamOf(seed, `${of}${purpose}`);
  }

  /** The fault of a kind that goes on now; null: none. */
  now<Kind extends FaultKind>(kind: Kind): FaultOf<Kind> | null {
    if (!this.isOn) return null;
    for (const fault of this.#faults) if (isOf(fault, kind) && this.#holds(fault)) return fault;
    return null;
  }

  met(operation: Operation | null): Met | null {
    if (!this.isOn) return null;
    if (this.#openMs() < this.#cutUntilMs) return { kind: 'line', fault: 'no network' };
    for (const fault of this.#faults) {
      const isHere =
        fault.kind === 'line' || fault.kind === 'limit' || (fault.kind === 'refusal' && fault.operation === operation);
      if (isHere && this.#holds(fault) && this.#strikes(fault)) return fault;
    }
    return null;
  }

  /** The network is gone for so long, from now on. */
  cut(forMs: number): void {
    this.#cutUntilMs = this.#openMs() + forMs;
  }

  keychain(): KeychainTrouble | null {
    return this.now('keychain')?.what ?? null;
  }

  disk(file: StoreFile): DiskTrouble | null {
    const fault = this.now('disk');
    return fault !== null && isOfDisk(fault.of, file) ? fault.trouble : null;
  }

  /** The writer dies of the next write that is meant. */
  await(fault: FaultOf<'writer'>): void {
    this.#writer.push(fault);
  }

  writer(request: StoreRequest): 'death-before' | 'death-after' | null {
    if (request.kind !== 'run' || !this.isOn) return null;
    const at = this.#writer.findIndex(({ command }) => request.command.startsWith(command));
    return at < 0 ? null : (this.#writer.splice(at, 1)[0]?.when ?? null);
  }

  #holds(fault: Fault): boolean {
    const now = this.#openMs();
    return 'forMs' in fault && now >= fault.from && now < fault.from + fault.forMs;
  }

  #strikes(fault: Fault & { readonly share: number }): boolean {
    let share = this.#shares.get(fault);
    if (share === undefined) {
      share = this.#stream(`${fault.kind} from ${fault.from}`);
      this.#shares.set(fault, share);
    }
    return share.is(fault.share);
  }
}

function isOf<Kind extends FaultKind>(fault: Fault, kind: Kind): fault is Fault & FaultOf<Kind> {
  return fault.kind === kind;
}
