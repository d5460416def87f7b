/**
 * What strikes at chosen steps: right before or right after a write to the store, or when a write to the service has just left, the process ends, the machine sleeps,
 * or a person wants no more of the run. A step that is passed in milliseconds is hardly ever met at some time. Not here: what each does (simulation.ts).
 */
import type { Stream } from './chance.ts';

/** Commands of the store, by how their names begin, and what leaves for the service. */
export const STEPS = [
  'resends.arm',
  'resends.advance',
  'bulk.begin',
  'bulk.turn',
  'bulk.settle',
  'creates.prepare',
  'creates.advance',
  'imports.begin',
  'imports.append',
  'imports.commit',
  'imports.sweep',
  'closes.append',
  'closes.commit',
  'prior.append',
  'invoices.store',
  'lists.certify',
  'notes.add',
  'labels.put',
  'exceptions.open',
  'a resend leaves',
  'a resend leaves',
  'an order leaves',
  'an order leaves',
] as const;
/** Of the one file in which the books go to another computer, or come from there. */
export const PIECE_MOVES = 'a piece of the books moves';
/** Of a team, drawn apart. */
export const TEAM_STEPS = [
  'fourEyes.approve',
  'fourEyes.approve',
  'fourEyes.approve',
  'fourEyes.settle',
  'fourEyes.ask',
  'people.setRoles',
  'people.remove',
  'exceptions.act',
] as const;
/** Of a list of invoices, about to be answered. */
export const PAGE_READ = 'a page is read';
export const LATER_PAGE_READ = 'a later page is read';
/** Of scenes, besides. */
export const SCENE_STEPS = ['schedules.place', 'schedules.end', PAGE_READ, LATER_PAGE_READ] as const;
export type SceneStep = (typeof STEPS)[number] | (typeof SCENE_STEPS)[number];
export type Step = SceneStep | (typeof TEAM_STEPS)[number] | typeof PIECE_MOVES;

/** Steps between a reading and the request that rests on it. */
const BEFORE_A_REQUEST: readonly [Step, ...Step[]] = ['resends.arm', 'resends.advance', 'bulk.turn'];

type Drawn = 'death' | 'sleep' | 'cancel';

export interface Moment {
  /** `keep`: what lies on the disk is kept, to be put back later; `undo`: somebody takes the import before the last one back; `orders`: another program makes one, and somebody here; `loss`: an invoice goes; `loss and cut`: and the network after it. */
  readonly what: Drawn | 'keep' | 'undo' | 'orders' | 'loss' | 'loss and cut';
  readonly step: Step;
  readonly when: 'before' | 'after';
  /** How many of these steps pass first. */
  readonly passes: number;
}

export function momentOf(chance: Stream): Moment {
  const what = chance.pick<Drawn>(['death', 'death', 'sleep', 'cancel']);
  const steps: Readonly<Record<Drawn, Step>> = {
    death: chance.pick(STEPS),
    sleep: chance.pick(BEFORE_A_REQUEST),
    cancel: 'bulk.turn',
  };
  const step = steps[what];
  return { what, step, when: chance.pick(['before', 'after']), passes: chance.between(0, 2) };
}

/** Waits for the steps of those that were struck. */
export class Moments {
  readonly #waiting: { readonly moment: Moment; left: number }[] = [];
  readonly #strikes: (moment: Moment) => void;

  constructor(strikes: (moment: Moment) => void) {
    this.#strikes = strikes;
  }

  /** From now on the step is waited for. */
  await(moment: Moment): void {
    this.#waiting.push({ moment, left: moment.passes });
  }

  /** Nothing is waited for any more. */
  forget(): void {
    this.#waiting.length = 0;
  }

  /** A step begins. True when it is not carried out any more. */
  passes(step: string): boolean {
    const at = this.#waiting.findIndex(({ moment }) => step.startsWith(moment.step));
    const one = this.#waiting[at];
    if (one === undefined) return false;
    one.left -= 1;
    if (one.left >= 0) return false;
    this.#waiting.splice(at, 1);
    this.#strikes(one.moment);
    return one.moment.what === 'death' && one.moment.when === 'before';
  }
}
