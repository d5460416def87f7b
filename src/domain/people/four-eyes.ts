// What needs a second person where a team has switched it on, and what becomes of a request for one. Pure.
import { z } from 'zod';
import { instant, textOrNull, type ToldOf } from '../kernel/shape.ts';

export const FOUR_EYES = ['close', 'correction', 'match', 'resend', 'key'] as const;
export type FourEyes = (typeof FOUR_EYES)[number];

/** What a request is about: one of these, the removal of a business, or less of this rule itself. */
export const FOUR_EYES_KINDS = [...FOUR_EYES, 'removal', 'loosening'] as const;
export type FourEyesKind = (typeof FOUR_EYES_KINDS)[number];

const MOST_ITEMS = 1_000;

/** The rule of one business; nothing in `on`: nobody needs a second person. */
export const FOUR_EYES_RULE = z.object({
  on: z.array(z.enum(FOUR_EYES)),
  /** Webhooks that one person may send again at once, where `resend` is on. */
  mostItems: z.number().int().min(1).max(MOST_ITEMS),
});
export type FourEyesRule = ToldOf<typeof FOUR_EYES_RULE>;

export const NO_FOUR_EYES: FourEyesRule = { on: [], mostItems: 20 };

/** What of a call may need a second person; a call says it of itself, by its input. */
export interface FourEyesCase {
  readonly kind: FourEyesKind;
  readonly items?: number | undefined;
  /** The business that it is about; absent: that of the frame. */
  readonly profile?: string | undefined;
}

/** Does the rule ask for a second person? */
export function needsSecond({ on, mostItems }: FourEyesRule, { kind, items = 0 }: FourEyesCase): boolean {
  if (kind === 'loosening') return on.length > 0;
  const wanted: FourEyes = kind === 'removal' ? 'key' : kind;
  return on.includes(wanted) && (kind !== 'resend' || items > mostItems);
}

/** Would anything need a second person no longer that needs one now? */
export function isLooser(after: FourEyesRule, before: FourEyesRule): boolean {
  const isGone = before.on.some((kind) => !after.on.includes(kind));
  return isGone || (before.on.includes('resend') && after.mostItems > before.mostItems);
}

/** So long a request waits for an answer. */
export const ANSWER_WITHIN_MS = 24 * 3_600_000;
/** So long after the approval the asker may do what only they can do: nobody else is ever told a key. */
export const DO_WITHIN_MS = 3_600_000;
/** Requests of one person on one business that wait at the same time. */
export const MOST_OPEN = 20;

/** What only the asker can do, after the approval, for what it takes is kept by nobody. */
export function isDoneByAsker(kind: FourEyesKind): boolean {
  return kind === 'key';
}

export const REQUEST_STATES = [
  'open',
  /** Approved; the asker may do it now. */
  'granted',
  /** Approved, and being carried out: written down before anything is. */
  'carrying',
  'done',
  /** Approved and carried out, but nothing came of it; `outcome` says why. */
  'refused',
  'declined',
  'withdrawn',
  /** It would have done something else by then than what was shown, or whoever asked may not do it any more. */
  'lapsed',
  /** Nobody answered in time, or it was not done in time. */
  'expired',
  /** The console stopped between the approval and the end: whether it was done is not known, and a person looks. */
  'unknown',
  /** It was open in a copy of the books that was put back: whether it was answered since is not known. */
  'restored',
  /** Somebody has looked after one of the last two. */
  'seen',
] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

export const WAITING_STATES = [
  'open',
  'granted',
  'carrying',
  'unknown',
  'restored',
] as const satisfies readonly RequestState[];

/** One figure of what was shown to both: `unit` of an amount; `text` where it is none. */
export const SHOWN_FIGURE = z.object({
  name: z.string(),
  value: z.string(),
  as: z.enum(['amount', 'count', 'text']),
  unit: textOrNull,
});
export type ShownFigure = ToldOf<typeof SHOWN_FIGURE>;

/** What it would do, in words and figures, as the engine computed it. */
export const SHOWN = z.object({
  /** One sentence, as the audit log has it too. */
  summary: z.string(),
  figures: z.array(SHOWN_FIGURE),
});
export type Shown = ToldOf<typeof SHOWN>;

export const FOUR_EYES_REQUEST = z.object({
  id: z.string(),
  kind: z.enum(FOUR_EYES_KINDS),
  state: z.enum(REQUEST_STATES),
  shown: SHOWN,
  /** SHA-256 of what it would do; an approval names it, and it lapses where it is another one by then. */
  print: z.string(),
  askedBy: z.string(),
  askedAt: instant,
  /** Why, in the words of whoever asked; said once, while it waits. */
  reason: textOrNull,
  /** Until when it can be approved, or once it is `granted`, done. */
  expiresAt: instant,
  decidedBy: textOrNull,
  decidedAt: textOrNull,
  /** Why it was declined; what came of it where it was not simply done. */
  outcome: textOrNull,
  /** Of one that lapsed because it would do something else: what it would have done then. */
  shownThen: SHOWN.nullable(),
});
export type FourEyesRequest = ToldOf<typeof FOUR_EYES_REQUEST>;

/** How it stands at a moment: what nobody answered in time has expired by itself. */
export function standingOf(
  { state, expiresAt }: Pick<FourEyesRequest, 'state' | 'expiresAt'>,
  now: string,
): RequestState {
  return (state === 'open' || state === 'granted') && expiresAt <= now ? 'expired' : state;
}

/** What stands between two names. No name has a semicolon in it, so nobody is called like two. */
export const APPROVED_BY = '; approved by ';

/** In whose name it is written down: both. */
export function bothNames(asker: string, approver: string): string {
  return `${asker}${APPROVED_BY}${approver}`;
}

/** Whose names something is written down in: of one person, or of both. */
export function namesIn(by: string): readonly string[] {
  return by.split(APPROVED_BY);
}

/** With fewer people who may approve nobody could answer one of them. */
export const FEWEST_APPROVERS = 2;
