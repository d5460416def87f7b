// A team's host as a computer knows it that can show its engine beside its own: where it is, who came in there, and how it stands.
import { z } from 'zod';
import { textOrNull, type ToldOf } from '../kernel/shape.ts';

/** `unknown`: not asked in this run; `other`: of a build that does not speak as this one. */
export const TEAM_STANDINGS = ['unknown', 'in', 'away', 'out', 'other'] as const;
export const MOST_TEAMS = 20;
export const MAX_TEAM_ADDRESS = 512;

export const TEAM = z.object({
  id: z.string(),
  /** https://host, with a port where it has one. */
  origin: z.string(),
  /** Without the scheme: what it is called. */
  host: z.string(),
  /** Who came in there last; null before the first time. */
  person: textOrNull,
  standing: z.enum(TEAM_STANDINGS),
  /** Of one that is away: when it was last heard. */
  since: textOrNull,
  /** Why it is away, or which builds do not understand each other, in a sentence. */
  reason: textOrNull,
});
export type Team = ToldOf<typeof TEAM>;

/** What was found at an address: where it is, or why it is none in a sentence. */
export const FOUND_TEAM = z.object({ origin: textOrNull, problem: textOrNull });
export type FoundTeam = ToldOf<typeof FOUND_TEAM>;

/** How this shell shows a team: in its own windows, by a link to the host's page, or not at all. */
export const TEAM_WAYS = ['windows', 'links', 'none'] as const;

export const KNOWN_TEAMS = z.object({
  way: z.enum(TEAM_WAYS),
  teams: z.array(TEAM),
  /** The one that the window shows that asks; null: this computer. */
  here: textOrNull,
});
export type KnownTeams = ToldOf<typeof KNOWN_TEAMS>;
