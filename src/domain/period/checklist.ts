// The steps of a month end: the standing ones, of which what the engine knows is ticked by what is true, and those that a team has written down for itself.
import { z } from 'zod';
import { count, instant, textOrNull, type ToldOf } from '../kernel/shape.ts';
import { PERIOD } from './period.ts';

export const STANDING_STEPS = ['complete', 'exceptions', 'tie-out', 'statement', 'fees', 'exports', 'close'] as const;
export type StandingStep = (typeof STANDING_STEPS)[number];
/** Nobody but a person can know whether they were read. */
type ReadStep = 'statement' | 'fees';

export const MAX_STEPS = 20;
export const MAX_STEP_TEXT = 200;
export const MAX_TICK_NOTE = 1_000;

export const STEP_WORDS: Readonly<Record<StandingStep, string>> = {
  complete: 'Both lists complete to the end of the period',
  exceptions: 'No exception left open',
  'tie-out': 'Tie-out without a difference',
  statement: 'Statement marked as reviewed',
  fees: 'Fees looked at',
  exports: 'Files of the period made',
  close: 'Closed',
};

/** A step that a team has written: of every period from one on, until it is taken away. */
export const OWN_STEP = z.object({
  id: z.string(),
  text: z.string(),
  addedAt: instant,
  addedBy: z.string(),
});
export type OwnStep = ToldOf<typeof OWN_STEP>;

/** What a person said of a step of a period: the last word holds, and all of them are kept. */
export const STEP_TICK = z.object({
  step: z.string(),
  done: z.boolean(),
  note: textOrNull,
  /** Of a statement: what stood in it then, so that a later one is another. */
  print: textOrNull,
  at: instant,
  by: z.string(),
});
export type StepTick = ToldOf<typeof STEP_TICK>;

export const CHECKLIST_STEP = z.object({
  /** A standing step by its word, an own one by its id. */
  step: z.string(),
  text: z.string(),
  /** `engine`: by what is true, and nobody can tick it. */
  by: z.enum(['engine', 'person']),
  isOwn: z.boolean(),
  isDone: z.boolean(),
  /** What is known of it, in words: what is left, or what was found. */
  known: textOrNull,
  /** The last word of a person; null where there is none. */
  tick: STEP_TICK.nullable(),
});
export type ChecklistStep = ToldOf<typeof CHECKLIST_STEP>;

export const CHECKLIST = z.object({ period: PERIOD, steps: z.array(CHECKLIST_STEP), left: count });
export type Checklist = ToldOf<typeof CHECKLIST>;

/** What the engine knows of its steps: whether each is so, and in words why not. */
export type EngineKnows = Readonly<
  Record<Exclude<StandingStep, ReadStep>, { readonly isDone: boolean; readonly known: string | null }>
>;

/** The steps of a period, own ones before its close. */
export function checklistOf(
  period: Checklist['period'],
  knows: EngineKnows,
  own: readonly OwnStep[],
  ticks: readonly StepTick[],
): Checklist {
  const last = new Map(ticks.map((tick) => [tick.step, tick]));
  const ofPerson = (step: string, text: string, isOwn: boolean): ChecklistStep => {
    const tick = last.get(step) ?? null;
    return { step, text, by: 'person', isOwn, isDone: tick?.done ?? false, known: null, tick };
  };
  const standing = STANDING_STEPS.map((step): ChecklistStep => {
    if (step === 'statement' || step === 'fees') return ofPerson(step, STEP_WORDS[step], false);
    return { step, text: STEP_WORDS[step], by: 'engine', isOwn: false, ...knows[step], tick: null };
  });
  const steps = [
    ...standing.slice(0, -1),
    ...own.map(({ id, text }) => ofPerson(id, text, true)),
    ...standing.slice(-1),
  ];
  return { period, steps, left: steps.filter(({ isDone }) => !isDone).length };
}
