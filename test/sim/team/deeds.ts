/** What ten people do at once on one engine, and which deaths fall between their steps: drawn from streams of their own, in a part of the seeds. Not here: how it is carried out (team.ts). */
import { streamOf } from '../chance.ts';
import type { Fault } from '../faults/faults.ts';
import { TEAM_STEPS } from '../moments.ts';

export const TEAM_DEEDS = [
  'resend together',
  'resend together',
  'edit together',
  'edit together',
  'ask a second person',
  'ask a second person',
  'ask a second person',
  'remove somebody at work',
  'change roles at work',
  'save views',
  'be there together',
  'try what one may not',
] as const;
export type TeamDeed = (typeof TEAM_DEEDS)[number];

/** Something that people of a team do; whoever it is follows from `choice`. */
export interface TeamAct {
  readonly at: number;
  readonly deed: TeamDeed;
  readonly choice: number;
}

/** Of all seeds, those whose engine is a team's. */
const TEAMS = 0.25;
/** The team comes together before. */
const FIRST_MS = 20_000;

export interface TeamDrawn {
  /** None: the engine is a single desk's. */
  readonly acts: readonly TeamAct[];
  readonly deaths: readonly Fault[];
}

/** Is the engine of this seed a team's? */
export function isTeam(seed: number): boolean {
  return streamOf(seed, 'team').is(TEAMS);
}

/** Of the world of a seed. */
export function teamOf(seed: number, openMs: number): TeamDrawn {
  if (!isTeam(seed)) return { acts: [], deaths: [] };
  const [doing, dying] = [streamOf(seed, 'team deeds'), streamOf(seed, 'team deaths')];
  const acts = Array.from({ length: doing.between(14, 22) }, () => ({
    at: doing.between(FIRST_MS, openMs),
    deed: doing.pick(TEAM_DEEDS),
    choice: doing.next(),
  }));
  const at = (): number => dying.between(FIRST_MS, openMs);
  const deaths: Fault[] = Array.from({ length: dying.between(0, 2) }, () => ({
    kind: 'moment',
    from: at(),
    what: 'death',
    step: dying.pick(TEAM_STEPS),
    when: dying.pick(['before', 'after', 'after']),
    passes: dying.between(0, 1),
  }));
  const writer = dying.pick(['people.', 'fourEyes.', 'exceptions.act']);
  const when = dying.pick<'death-before' | 'death-after'>(['death-before', 'death-after']);
  if (dying.is(0.3)) deaths.push({ kind: 'writer', from: at(), command: writer, when });
  return { acts: acts.toSorted((left, right) => left.at - right.at), deaths };
}
