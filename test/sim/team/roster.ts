/**
 * The people of a simulated team, and what is certain of each: in or gone, with which roles. From the moment that a change is asked for until its answer nobody knows;
 * where the answer was lost, the books say so later. Not here: what they do (team.ts), what is judged by it (judges/team.ts).
 */
import type { Needs, Role } from '../../../src/domain/kernel/roles.ts';

/** As somebody stands on the one business. */
export interface Standing {
  readonly isIn: boolean;
  readonly isHostAdmin: boolean;
  readonly roles: readonly Role[];
}

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

interface Known extends Member {
  /** Null: nobody knows. */
  standing: Standing | null;
  /** Changes without an answer. */
  pending: number;
  /** Raised with all that becomes of them. */
  version: number;
}

const GONE: Standing = { isIn: false, isHostAdmin: false, roles: [] };

/** Whether somebody may: `unknown` while a change is under way. */
export type May = 'yes' | 'no' | 'unknown';

export class Roster {
  readonly #known = new Map<string, Known>();
  /** Raised when others may be the people: another life, other books. */
  #generation = 0;

  /** Nobody: the engine is a single desk's. */
  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  get members(): readonly Member[] {
    return [...this.#known.values()];
  }

  /** Those who may, or of whom nobody knows. */
  who(needs: Needs): readonly Member[] {
    return this.members.filter(({ id }) => this.may(id, needs) !== 'no');
  }

  named(name: string): Member | undefined {
    return this.members.find((one) => one.name === name);
  }

  nameOf(id: string): string {
    return this.#known.get(id)?.name ?? 'nobody';
  }

  /** Somebody is about to come in for the first time; the result is that of `change`. */
  invite(member: Member, standing: Standing): (isDone: boolean | null) => void {
    this.#known.set(member.id, { ...member, standing: GONE, pending: 0, version: 0 });
    return this.change(member.id, () => standing);
  }

  standing(id: string): Standing | null {
    return this.#known.get(id)?.standing ?? null;
  }

  /** Another text whenever something may have become of them. */
  version(id: string): string {
    return `${this.#generation} ${this.#known.get(id)?.version ?? 0}`;
  }

  /** As ADR 13 has it, written once more. */
  may(id: string, needs: Needs): May {
    const known = this.#known.get(id);
    if (known === undefined) return 'no';
    const { standing } = known;
    if (standing === null) return 'unknown';
    if (!standing.isIn) return 'no';
    const { isHostAdmin, roles } = standing;
    const wanted: readonly string[] = typeof needs === 'string' ? [needs] : needs;
    const has = (need: string): boolean => {
      if (need === 'anyone') return true;
      if (need === 'host-admin') return isHostAdmin;
      if (need === 'viewer') return roles.length > 0;
      return roles.some((role) => role === need) || (need === 'admin' && isHostAdmin);
    };
    return wanted.some(has) ? 'yes' : 'no';
  }

  /** Somebody is to stand so from now on; the result takes whether it was done, null: nobody has heard. */
  change(id: string, after: (before: Standing) => Standing): (isDone: boolean | null) => void {
    const known = this.#known.get(id);
    if (known === undefined) return () => undefined;
    const { standing: before } = known;
    const generation = this.#generation;
    known.pending += 1;
    known.version += 1;
    const isAlone = known.pending === 1;
    known.standing = null;
    const { version } = known;
    return (isDone) => {
      if (generation !== this.#generation) return;
      known.pending -= 1;
      known.version += 1;
      // Of two at once nobody knows which came last; the books do.
      if (isDone === true && before !== null && isAlone && known.version === version + 1)
        known.standing = after(before);
    };
  }

  /** Somebody is gone. */
  remove(id: string): (isDone: boolean | null) => void {
    return this.change(id, () => GONE);
  }

  /** Another life, or other books: whatever was under way is over, and nobody knows what became of it. `isOther`: all of it may be otherwise. */
  begun(isOther: boolean): void {
    this.#generation += 1;
    for (const known of this.#known.values()) {
      if (known.pending > 0 || isOther) known.standing = null;
      known.pending = 0;
    }
  }

  /** Of whom nobody knows, and nothing is under way. */
  get unknown(): readonly Member[] {
    return [...this.#known.values()].filter(({ standing, pending }) => standing === null && pending === 0);
  }

  /** As the books have it. */
  learn(id: string, standing: Standing | null): void {
    const known = this.#known.get(id);
    if (known === undefined) return;
    known.standing = standing ?? GONE;
    known.version += 1;
  }
}
