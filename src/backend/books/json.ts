/** JSON columns of the books as values of the domain. Strict: what is stored was written by this console. */
import { z } from 'zod';
import { ORDER_STATUSES } from '../../domain/entry.ts';
import {
  type Failure,
  FILE_REFUSALS,
  MALFORMED_REASONS,
  PROFILE_CHANGES,
  UNREACHABLE_REASONS,
} from '../../domain/failure.ts';
import {
  CLOSED_FACT_NAMES,
  type ClosedFacts,
  type Evidence,
  evidenceField,
  FINDING_LISTS,
  type Finding,
  FINDING_KINDS,
  type Sighting,
} from '../../domain/finding.ts';
import {
  AMOUNT_MEANINGS,
  DATE_ORDERS,
  DECIMAL_MARKS,
  ENCODINGS,
  ENTRY_FIELDS,
  FILE_TYPES,
  type FileFormat,
  type Mapping,
  SEPARATORS,
  THOUSANDS_MARKS,
  type Tolerances,
} from '../../domain/import.ts';
import { isExactDecimal } from '../../domain/money.ts';
import type { ResendBaseline, ResendEvidence } from '../../domain/resend.ts';
import { RESEND_ATTEMPT_STATES, type ResendAttempt } from '../../domain/resend-attempt.ts';
import { parseJson } from '../sqlite/columns.ts';
import { StoreError } from '../sqlite/errors.ts';

const text = z.string();
const textOrNull = z.string().nullable();
const numberOrNull = z.number().nullable();

const said = z.object({ message: text.optional(), details: z.record(z.string(), z.unknown()).optional() }).optional();

const failure: z.ZodType<Failure> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unauthorised'), code: text, status: z.number(), businessStatus: text.optional(), said }),
  z.object({ kind: z.literal('rate-limited'), retryAfterMs: z.number(), code: text.optional(), said }),
  z.object({
    kind: z.literal('rejected'),
    code: text,
    status: z.number(),
    message: text,
    details: z.record(z.string(), z.unknown()).optional(),
    retryAfterMs: z.number().optional(),
    asked: text.optional(),
  }),
  z.object({ kind: z.literal('unreachable'), reason: z.enum(UNREACHABLE_REASONS), detail: text.optional() }),
  z.object({
    kind: z.literal('malformed-response'),
    reason: z.enum(MALFORMED_REASONS),
    status: z.number(),
    detail: text.optional(),
  }),
  z.object({ kind: z.literal('not-found'), what: text, ident: text, code: text.optional(), said }),
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('invalid-input'), issues: z.array(z.object({ path: text, message: text })) }),
  z.object({ kind: z.literal('file-refused'), reason: z.enum(FILE_REFUSALS), detail: text.optional() }),
  z.object({ kind: z.literal('profile-changed'), reason: z.enum(PROFILE_CHANGES) }),
  z.object({ kind: z.literal('unavailable-offline'), detail: text }),
  z.object({ kind: z.literal('unknown-outcome'), intentId: text }),
  z.object({ kind: z.literal('bug'), incidentId: text }),
]);

const baseline: z.ZodType<ResendBaseline> = z.object({
  deliveryUuid: text,
  status: textOrNull,
  resendCount: numberOrNull,
  attempts: numberOrNull,
  attemptKeys: z.array(text),
  nextAttemptAt: textOrNull,
  serverTime: text,
});

const evidence: z.ZodType<ResendEvidence> = z.object({
  facts: z.array(text),
  reads: z.number(),
  baseline: baseline.nullable(),
});

const attempt: z.ZodType<ResendAttempt> = z.object({
  state: z.enum(RESEND_ATTEMPT_STATES),
  at: textOrNull,
  statusCode: numberOrNull,
  error: textOrNull,
});

/** What an exception rests on. A later version may call it otherwise: what is stored is read by any name. */
const storedEvidence: z.ZodType<Evidence> = z.record(z.string(), textOrNull);

/** The facts of an exception, as the engine found them. */
const findingFields = {
  kind: z.enum(FINDING_KINDS),
  list: z.enum(FINDING_LISTS),
  recordUuid: text,
  label: textOrNull,
  unit: textOrNull,
  delta: z.string().refine(isExactDecimal, 'not an exact amount').nullable(),
  amount: textOrNull.optional(),
  recordAt: textOrNull,
  currency: textOrNull,
  method: textOrNull,
  customerId: textOrNull,
  evidence: storedEvidence,
};
const storedFinding: z.ZodType<Finding> = z.object(findingFields);

/** What a run hands over, which came from another thread: its evidence is that of its kind. */
export const findingCodec: z.ZodType<Sighting> = z
  .object({ ...findingFields, seenAt: text.optional() })
  .refine(
    ({ kind, evidence }) => Object.keys(evidence).every((name) => evidenceField(kind, name) !== null),
    'evidence that this kind does not have',
  );

/** The facts of a closed period, stored and handed over. */
export const closedFactsCodec: z.ZodType<ClosedFacts> = z.partialRecord(z.enum(CLOSED_FACT_NAMES), textOrNull);

const format: z.ZodType<FileFormat> = z.object({
  type: z.enum(FILE_TYPES),
  encoding: z.enum(ENCODINGS),
  separator: z.enum(SEPARATORS),
  sheet: textOrNull,
  headerLine: z.number(),
  decimal: z.enum(DECIMAL_MARKS),
  thousands: z.enum(THOUSANDS_MARKS),
  dateOrder: z.enum(DATE_ORDERS),
  timeZone: text,
});

const mapping: z.ZodType<Mapping> = z.object({
  columns: z.partialRecord(z.enum(ENTRY_FIELDS), text),
  unit: textOrNull,
  amountMeaning: z.enum(AMOUNT_MEANINGS),
  statusWords: z.record(z.string(), z.enum(ORDER_STATUSES)),
  ownAddresses: z.array(z.string()).optional(),
  otherStatus: z.enum(ORDER_STATUSES).nullable(),
});

const tolerances: z.ZodType<Tolerances> = z.record(
  z.string(),
  z.string().refine(isExactDecimal, 'not an exact amount'),
);

function reader<Value>(schema: z.ZodType<Value>, what: string): (json: string) => Value {
  return (json) => {
    const parsed = schema.safeParse(parseJson(json, what));
    if (parsed.success) return parsed.data;
    throw new StoreError('corrupt', 'books', `a stored ${what} cannot be read back`, { cause: parsed.error });
  };
}

/** Stored JSON as values of the domain; throws StoreError `corrupt`. */
export const parseFailure = reader(failure, 'failure');
export const parseBaseline = reader(baseline, 'baseline of a resend');
export const parseAttempt = reader(attempt, 'attempt of a resend');
export const parseEvidence = reader(evidence, 'evidence of a resend');
export const parseInclude = reader(z.object({ delivered: z.boolean(), retrying: z.boolean() }), 'consent to a run');
export const parseFinding = reader(storedFinding, 'finding');
export const parseFindingEvidence = reader(storedEvidence, 'evidence of a finding');
export const parseClosedFacts = reader(closedFactsCodec, 'facts of a closed period');
export const parseFormat = reader(format, 'format of a source');
export const parseMapping = reader(mapping, 'mapping of a source');
export const parseTolerances = reader(tolerances, 'list of tolerances');
export const parseTexts = reader(z.array(text), 'list of texts');

/** NULL for null, JSON for everything else. */
export function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** Null for NULL, else the value. */
export function parseOrNull<Value>(parse: (json: string) => Value, json: string | null): Value | null {
  return json === null ? null : parse(json);
}
