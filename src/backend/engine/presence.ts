// Who of a team has which record open right now: in memory alone, said by each window every few seconds, and forgotten soon after its last word.
import type { Place } from '../../domain/people/person.ts';
import type { Signal } from '../jobs/kernel/context.ts';
import type { Clock } from '../ports.ts';

/** After its last word a window is not there any more. Windows say it twice as often, so that one word may be lost. */
export const GONE_AFTER_MS = 10_000;
const MOST_OTHERS = 20;

interface Team {
  find(id: string): { readonly name: string } | null;
  may(id: string, needs: 'viewer', profileId: string): boolean;
}

interface Opened {
  readonly profileId: string;
  readonly list: Place;
  readonly recordId: string;
}

interface AtWindow extends Opened {
  readonly personId: string;
  /** Of the steady clock. */
  readonly until: number;
}

export class Presence {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #people: Team;
  readonly #announce: (signal: Signal) => void;
  readonly #windows = new Map<string, AtWindow>();

  constructor(clock: Pick<Clock, 'monotonic'>, people: Team, announce: (signal: Signal) => void) {
    this.#clock = clock;
    this.#people = people;
    this.#announce = announce;
  }

  /** A window of a person has this open, and nothing else any more; answers who else has, by name. */
  here(client: string, personId: string, opened: Opened): readonly string[] {
    const before = this.#windows.get(client);
    this.#windows.delete(client);
    const wasThere = this.#at(opened).has(personId) || (before !== undefined && isSame(before, opened));
    this.#windows.set(client, { ...opened, personId, until: this.#clock.monotonic() + GONE_AFTER_MS });
    if (before !== undefined && !isSame(before, opened)) this.#tell(before);
    if (!wasThere) this.#tell(opened);
    this.#forget();
    return this.#others(this.#at(opened), personId);
  }

  /** What a window had open it has not any more; what it has opened since stays. */
  left(client: string, opened: Opened): void {
    const before = this.#windows.get(client);
    if (before !== undefined && isSame(before, opened)) this.gone(client);
  }

  /** The window is gone. */
  gone(client: string): void {
    const before = this.#windows.get(client);
    if (this.#windows.delete(client) && before !== undefined) this.#tell(before);
  }

  /** Windows that have said nothing for too long. */
  #forget(): void {
    const now = this.#clock.monotonic();
    for (const [client, { until }] of this.#windows) if (until <= now) this.gone(client);
  }

  #at(opened: Opened): ReadonlySet<string> {
    const now = this.#clock.monotonic();
    const all = [...this.#windows.values()].filter((one) => one.until > now && isSame(one, opened));
    return new Set(
      all.map(({ personId }) => personId).filter((id) => this.#people.may(id, 'viewer', opened.profileId)),
    );
  }

  #others(at: ReadonlySet<string>, personId: string): readonly string[] {
    const names = [...at].filter((id) => id !== personId).map((id) => this.#people.find(id)?.name ?? '');
    return names.toSorted().slice(0, MOST_OTHERS);
  }

  #tell(opened: Opened): void {
    const { profileId, list, recordId } = opened;
    const at = this.#at(opened);
    const others = new Map([...at].map((id) => [id, this.#others(at, id)]));
    this.#announce({ kind: 'here', profileId, list, recordId, others });
  }
}

function isSame(one: Opened, other: Opened): boolean {
  return one.profileId === other.profileId && one.list === other.list && one.recordId === other.recordId;
}
