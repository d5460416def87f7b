// Calls about what people write: notes and labels of an invoice, a withdrawal, a customer or an endpoint, and answers to customers.
import { z } from 'zod';
import { SUBJECT_LISTS } from '../../domain/kernel/finding.ts';
import { count } from '../../domain/kernel/shape.ts';
import { ANSWER, answerProblem, MAX_ANSWER_CHARACTERS } from '../../domain/support/answers.ts';
import {
  COUNTED_LABEL,
  LABEL,
  LABEL_COLOURS,
  LABELLED,
  LABELLED_LIST,
  MAX_LABEL_CHARACTERS,
  MAX_LABELS,
  MAX_LABELS_ON_RECORD,
  MAX_NOTE_CHARACTERS,
  NOTE,
  NOTE_LIST,
} from '../../domain/support/notes.ts';
import { identCodec, intentIdCodec, pageOf } from '../wire/lists.ts';
import { readCall, writeCall, whereItEnds } from '../define.ts';

/** A uuid of an invoice or of a withdrawal, the id of a customer, the host of an endpoint. */
const subject = { list: z.enum(SUBJECT_LISTS), recordId: identCodec };
const look = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_LABEL_CHARACTERS)
    .regex(/^\P{Cc}+$/u),
  colour: z.enum(LABEL_COLOURS),
};
const labelIds = z.array(intentIdCodec).max(MAX_LABELS).default([]);

const answerText = z
  .string()
  .trim()
  .min(1)
  .max(MAX_ANSWER_CHARACTERS)
  .regex(/^[\P{Cc}\n]+$/u)
  .superRefine((text, context) => {
    const problem = answerProblem(text);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

export const notesCalls = {
  'notes.page': readCall({
    role: 'viewer',
    doc: 'Notes on records, the newest first. `recordId` with `list`: those of one record.',
    input: z.strictObject(pageOf(NOTE_LIST)),
    output: z.object({ rows: z.array(NOTE), total: count }),
  }),
  'notes.add': writeCall({
    role: ['support', 'finance'],
    doc: 'A note with its author and time; it stays as it was written. The same `noteId` again adds nothing.',
    input: z.strictObject({
      ...subject,
      noteId: intentIdCodec,
      text: z.string().trim().min(1).max(MAX_NOTE_CHARACTERS),
    }),
    output: NOTE,
    recording: whereItEnds('add-note'),
  }),
  'labels.list': readCall({
    role: 'viewer',
    doc: 'The labels of the business by name, each with how many records have it.',
    output: z.object({ labels: z.array(COUNTED_LABEL) }),
  }),
  'labels.page': readCall({
    role: 'viewer',
    doc: 'Records that have labels, by label: a row each that a record has.',
    input: z.strictObject(pageOf(LABELLED_LIST)),
    output: z.object({ rows: z.array(LABELLED), total: count }),
  }),
  'labels.of': readCall({
    role: 'viewer',
    doc: 'The labels of one record.',
    input: z.strictObject(subject),
    output: z.object({ labels: z.array(LABEL) }),
  }),
  'labels.save': writeCall({
    role: ['support', 'finance'],
    doc: 'A new label under an id of the caller’s, or another name or colour of one that is there: then `before` is how it was seen, and what somebody else has changed meanwhile is not overwritten.',
    input: z.strictObject({ id: intentIdCodec, ...look, before: z.strictObject(look).optional() }),
    output: LABEL,
    recording: whereItEnds('save-label'),
  }),
  'labels.remove': writeCall({
    role: ['support', 'finance'],
    doc: 'Removes a label from every record that has it; `records`: how many had. `seen`: how it was seen; what somebody else has changed since stays (`changed-since`).',
    input: z.strictObject({ id: intentIdCodec, seen: z.strictObject(look).optional() }),
    output: z.object({ records: count }),
    recording: whereItEnds('remove-label'),
  }),
  'labels.put': writeCall({
    role: ['support', 'finance'],
    doc: `Adds labels to records and takes labels off them, on all or on none; a record has at most ${MAX_LABELS_ON_RECORD}. \`changed\`: how many records have other labels now.`,
    input: z.strictObject({
      list: subject.list,
      recordIds: z.array(identCodec).min(1).max(1000),
      add: labelIds,
      remove: labelIds,
    }),
    output: z.object({ changed: count }),
    recording: whereItEnds('put-labels'),
  }),
  'answers.list': readCall({
    role: 'viewer',
    doc: 'What the team answers to customers instead of the built-in texts, by language and state of the order.',
    output: z.object({ answers: z.array(ANSWER) }),
  }),
  'answers.save': writeCall({
    role: 'support',
    doc: 'Writes the text for a language and a state, or with null goes back to the built-in one. A place in braces names a fact that a customer may be told ({order}; {paid?}: a line that is left out where it is not known); any other is refused with its position. `before` is the text as it was seen, null for none: what somebody else has changed meanwhile is not overwritten. `changed`: whether it is another one now.',
    input: z.strictObject({
      ...ANSWER.pick({ language: true, state: true }).shape,
      text: answerText.nullable(),
      before: z.string().max(MAX_ANSWER_CHARACTERS).nullable(),
    }),
    output: z.object({ changed: z.boolean() }),
    recording: whereItEnds('save-answer'),
  }),
} as const;
