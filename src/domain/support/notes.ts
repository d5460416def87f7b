// What people write about a record: notes with their author and time, and labels.
import { z } from 'zod';
import { SUBJECT_LISTS } from '../kernel/finding.ts';
import * as by from '../kernel/list.ts';
import { defineList, type FilterOf } from '../kernel/list.ts';
import { count, instant, textOrNull, type ToldOf } from '../kernel/shape.ts';

/** The most of each: characters of a note, notes on one record, characters of a label's name, labels of a business, and labels on one record. */
export const MAX_NOTE_CHARACTERS = 2000;
export const MAX_NOTES = 200;
export const MAX_LABEL_CHARACTERS = 32;
export const MAX_LABELS = 50;
export const MAX_LABELS_ON_RECORD = 10;

/** As people call them; what each looks like is the theme's. */
export const LABEL_COLOURS = ['blue', 'green', 'amber', 'red', 'grey'] as const;
export type LabelColour = (typeof LABEL_COLOURS)[number];

export const LABEL = z.object({
  id: z.string(),
  /** No other label of the business has it, whatever its case. */
  name: z.string(),
  colour: z.enum(LABEL_COLOURS),
});
export type Label = ToldOf<typeof LABEL>;

/** What a person writes about, by the name that it has where it comes from: a uuid, a customer's id, a host. */
export const SUBJECT = z.object({ list: z.enum(SUBJECT_LISTS), recordId: z.string() });
export type Subject = ToldOf<typeof SUBJECT>;

export const COUNTED_LABEL = LABEL.extend({
  records: count,
  withdrawals: count,
});
export type CountedLabel = ToldOf<typeof COUNTED_LABEL>;

export const LABELLED = SUBJECT.extend({
  label: z.string(),
  colour: z.enum(LABEL_COLOURS),
  /** What people call the record; null while the mirror does not have it. */
  name: textOrNull,
});
export type Labelled = ToldOf<typeof LABELLED>;

export const LABELLED_LIST = defineList({
  filter: {
    list: by.known(SUBJECT_LISTS),
    /** Anywhere in the name of the label, in any case. */
    text: by.text,
  },
  sort: ['label'],
});

/** One spelling for every case of a label's name. */
export const foldedLabel = (name: string): string => name.normalize('NFC').toLowerCase();

export const NOTE = SUBJECT.extend({
  id: z.string(),
  /** What people call the record: external_id of an invoice, the address of a withdrawal. */
  name: textOrNull,
  at: instant,
  osUser: z.string(),
  text: z.string(),
});
export type Note = ToldOf<typeof NOTE>;

/** What a list shows of each record beside it. */
export const MARKS_OF_RECORD = z.object({
  labels: z.array(LABEL),
  notes: count,
  hasCase: z.boolean(),
});
export type Marks = ToldOf<typeof MARKS_OF_RECORD>;

/** The newest first, unless it is asked for the other way round. */
export const NOTE_LIST = defineList({
  filter: {
    list: by.known(SUBJECT_LISTS),
    recordId: by.word,
    osUser: by.words,
    /** Anywhere in the note or in what people call the record; ASCII letters in either case. */
    text: by.text,
    /** When it was written, half-open, UTC. */
    from: by.bound,
    to: by.bound,
  },
  sort: ['at'],
});
export type NoteFilter = FilterOf<typeof NOTE_LIST>;

/** As a cell of a file has them; null where there is none. */
export function labelsCell(labels: readonly Pick<Label, 'name'>[]): string | null {
  return labels.length === 0 ? null : labels.map(({ name }) => name).join('; ');
}
