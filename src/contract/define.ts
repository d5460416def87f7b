// How a call is declared: once, with its effect, its scope, both schemas, what the docs say of it and what the audit log says of it.
import { z } from 'zod';
import type { Needs } from '../domain/kernel/roles.ts';
import type { FourEyesCase } from '../domain/people/four-eyes.ts';
import type { ActivityAction } from '../domain/news/activity.ts';
import type { ToldOf } from '../domain/kernel/shape.ts';

/** What was asked for, as the audit log has it. Never a secret, or a whole input that may hold one. */
interface Asked {
  readonly action: ActivityAction;
  readonly summary: string;
  readonly evidence?: Readonly<Record<string, unknown>>;
  /** The profile it is about; that of the frame when absent, null for none. */
  readonly profileId?: string | null;
}

interface Ended {
  readonly outcome: string;
  readonly evidence?: Readonly<Record<string, unknown>>;
  readonly profileId?: string | undefined;
}

/** What the audit log says of a call that writes; methods, so that a table of calls can be read by name. */
export type Recording<Input = unknown, Output = unknown> =
  | {
      readonly kind: 'here';
      /** Null: this time it changes nothing that is worth an entry. `nameOf` tells a profile's name for people. */
      asked(input: Input, nameOf: (profileId: string) => string): Asked | null;
      ended?(output: Output): Ended;
    }
  /** Whoever carries it out writes the entry, where the outcome is known. */
  | { readonly kind: 'where-it-ends'; readonly actions: readonly ActivityAction[] }
  | { readonly kind: 'nothing'; readonly why: string };

/** It changes nothing that is worth an entry, and why. */
export const nothing = (why: string) => ({ kind: 'nothing', why }) as const;
/** Its entries are of these actions, written where its outcome is known. */
export const whereItEnds = (...actions: readonly ActivityAction[]) => ({ kind: 'where-it-ends', actions }) as const;

interface Shared<Input extends z.ZodType, Output extends z.ZodType> {
  /** `business` calls are about one profile; `app` calls are not. */
  readonly scope: 'app' | 'business';
  /** Who may, on the business that it is about (ADR 13). Of an `app` call without `of` a role is asked of the whole host. */
  readonly role: Needs;
  /** Of an `app` call: the business that its input names; null where it is about the whole host. */
  of?(input: NoInfer<z.output<Input>>): string | null;
  /** What it does, for those who call it from outside (docs/automation.md). */
  readonly doc: string;
  readonly input: Input;
  readonly output: Output;
  /** Also a locked window is answered. Without it the engine refuses. */
  readonly whileLocked?: true;
}

export interface ReadCall<Input extends z.ZodType, Output extends z.ZodType> extends Shared<Input, Output> {
  readonly effect: 'read';
}

/** Changes something at the API or in the books; at the API it is refused on a changed or read-only profile. */
export interface WriteCall<Input extends z.ZodType, Output extends z.ZodType> extends Shared<Input, Output> {
  readonly effect: 'write';
  readonly recording: Recording<NoInfer<z.output<Input>>, NoInfer<ToldOf<Output>>>;
  /** What of it needs a second person where the business has that switched on (ADR 14); null: not with this input. */
  fourEyes?(input: NoInfer<z.output<Input>>): FourEyesCase | null;
}

export type CallDeclaration = ReadCall<z.ZodType, z.ZodType> | WriteCall<z.ZodType, z.ZodType>;

const NOTHING_ASKED = z.strictObject({});
const NOTHING_TOLD = z.object({});
/** As most calls are; what a declaration leaves out is this. */
const USUAL = { scope: 'business', input: NOTHING_ASKED, output: NOTHING_TOLD } as const;

type Declared<Call extends CallDeclaration> = Omit<Call, 'effect' | keyof typeof USUAL> &
  Partial<Pick<Call, keyof typeof USUAL>>;

/** Declares a call that changes nothing: of a business, asked and telling nothing, unless it says otherwise. */
export function readCall<
  Input extends z.ZodType = typeof NOTHING_ASKED,
  Output extends z.ZodType = typeof NOTHING_TOLD,
>(call: Declared<ReadCall<Input, Output>>): ReadCall<Input, Output>;
export function readCall(call: Declared<ReadCall<z.ZodType, z.ZodType>>): ReadCall<z.ZodType, z.ZodType> {
  return { effect: 'read', ...USUAL, ...call };
}

/** Declares a call that writes, likewise, and what the audit log says of it. */
export function writeCall<
  Input extends z.ZodType = typeof NOTHING_ASKED,
  Output extends z.ZodType = typeof NOTHING_TOLD,
>(call: Declared<WriteCall<Input, Output>>): WriteCall<Input, Output>;
export function writeCall(call: Declared<WriteCall<z.ZodType, z.ZodType>>): WriteCall<z.ZodType, z.ZodType> {
  return { effect: 'write', ...USUAL, ...call };
}
