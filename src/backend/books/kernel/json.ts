/** JSON columns of the books as values of the domain. Strict: what is stored was written by this console. */
import { z } from 'zod';
import { FAILURE } from '../../../domain/kernel/failure/failure-shape.ts';
import { CLOSED_FACTS, evidenceField, FINDING, type Sighting } from '../../../domain/kernel/finding.ts';
import { FILE_FORMAT, MAPPING } from '../../../domain/ledger/import.ts';
import { JOURNAL_MAPPING } from '../../../domain/period/journal-mapping.ts';
import { RESEND_ATTEMPT_STATES, type ResendAttempt } from '../../../domain/resend/attempt.ts';
import { RESEND_BASELINE, RESEND_EVIDENCE } from '../../../domain/resend/resend.ts';
import { FOUR_EYES_RULE, SHOWN } from '../../../domain/people/four-eyes.ts';
import { textOrNull, type Told, type ToldOf } from '../../../domain/kernel/shape.ts';
import { parseJson, readFlag, readInteger, type Row, readText } from '../../sqlite/columns.ts';
import { StoreError } from '../../sqlite/errors.ts';
import { type Cell, json, orNull, rowReader, word } from '../../sqlite/rows.ts';

const attempt: z.ZodType<ResendAttempt> = z.object({
  state: z.enum(RESEND_ATTEMPT_STATES),
  at: textOrNull,
  statusCode: z.number().nullable(),
  error: textOrNull,
});

/** What a run hands over, which came from another thread: its evidence is that of its kind. */
export const findingCodec: z.ZodType<Sighting> = FINDING.extend({ seenAt: z.string().optional() }).refine(
  ({ kind, evidence }) => Object.keys(evidence).every((name) => evidenceField(kind, name) !== null),
  'evidence that this kind does not have',
);

export function reader<Value>(schema: z.ZodType<Value>, what: string): (json: string) => Told<Value>;
export function reader(schema: z.ZodType, what: string): (json: string) => unknown {
  return (json) => {
    const parsed = schema.safeParse(parseJson(json, what));
    if (parsed.success) return parsed.data;
    throw new StoreError('corrupt', 'books', `a stored ${what} cannot be read back`, { cause: parsed.error });
  };
}

/** How a field of a shape lies in its cell: text, whole numbers, switches and words as they are, everything else as JSON. */
function cellOf(name: string, field: unknown): Cell<unknown> {
  if (field instanceof z.ZodNullable) return orNull(cellOf(name, field.unwrap()));
  if (field instanceof z.ZodString) return readText;
  if (field instanceof z.ZodNumber) return readInteger;
  if (field instanceof z.ZodBoolean) return readFlag;
  if (field instanceof z.ZodEnum) return word(field.options.map(String));
  if (field instanceof z.ZodType) return json(reader(field, name));
  throw new Error(`${name} is of no shape`);
}

/**
 * Reads rows whose columns bear the names of the shape's fields in snake case; `cells` are those that lie there otherwise. What was written by this
 * console is what it was: amounts and moments are not looked at again.
 */
export function shapeReader<Shape extends z.ZodObject>(
  shape: Shape,
  cells?: { readonly [Name in keyof z.output<Shape>]?: Cell<Told<z.output<Shape>[Name]>> },
): (row: Row) => ToldOf<Shape>;
export function shapeReader(
  shape: z.ZodObject,
  cells: { readonly [name: string]: Cell<unknown> | undefined } = {},
): (row: Row) => object {
  const fields = Object.entries(shape.shape).map(
    ([name, field]) => [name, cells[name] ?? cellOf(name, field)] as const,
  );
  return rowReader(Object.fromEntries(fields));
}

/** Stored JSON as values of the domain; throws StoreError `corrupt`. */
export const parseFailure = reader(FAILURE, 'failure');
export const parseBaseline = reader(RESEND_BASELINE, 'baseline of a resend');
export const parseAttempt = reader(attempt, 'attempt of a resend');
export const parseEvidence = reader(RESEND_EVIDENCE, 'evidence of a resend');
export const parseInclude = reader(z.object({ delivered: z.boolean(), retrying: z.boolean() }), 'consent to a run');
export const parseRunFile = reader(
  z.object({ name: z.string(), sha256: z.string(), bytes: z.number() }),
  'file of a run',
);
export const parseFinding = reader(FINDING, 'finding');
export const parseFindingEvidence = reader(FINDING.shape.evidence, 'evidence of a finding');
export const parseClosedFacts = reader(CLOSED_FACTS, 'facts of a closed period');
export const parseFormat = reader(z.object({ ...FILE_FORMAT.shape, timeZone: z.string() }), 'format of a source');
export const parseMapping = reader(z.object(MAPPING.shape), 'mapping of a source');
export const parseJournalMapping = reader(JOURNAL_MAPPING, 'mapping of a journal');
export const parseFourEyesRule = reader(FOUR_EYES_RULE, 'rule of four eyes');
export const parseShown = reader(SHOWN, 'request for a second person');
export const parseTexts = reader(z.array(z.string()), 'list of texts');

/** NULL for null, JSON for everything else. */
export function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
