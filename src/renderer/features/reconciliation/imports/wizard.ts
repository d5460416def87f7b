// The way from a file to an import: its steps, what a person has said so far, and what is still missing. Pure.
import { type SaidFormat } from '../../../parts/index.ts';
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import type { OrderStatus, SourceKind } from '../../../../domain/ledger/entry.ts';
import {
  claimedDays,
  type CoverageClaim,
  type EntryField,
  FIELDS_OF_KIND,
  type Inspection,
  type Mapping,
  REQUIRED_FIELDS,
  type Tolerances,
} from '../../../../domain/ledger/import.ts';
import { nextDay } from '../../../../domain/kernel/time/time.ts';
import { lastDay } from '../../../../domain/period/period.ts';
import { dayText } from '../../../ui/index.ts';
import { coverageWords, fieldWords } from './words.ts';

export const STEPS = ['file', 'columns', 'check'] as const;
export type WizardStep = (typeof STEPS)[number];

export const STEP_WORDS: Readonly<Record<WizardStep, string>> = {
  file: 'File',
  columns: 'Columns',
  check: 'Check',
};

/** The step that an address names; the first where it names none. */
export function stepIn(text: string | undefined): WizardStep {
  return STEPS.find((step) => step === text) ?? 'file';
}

/** The step before and the one after; null at either end. */
export function besideStep(step: WizardStep, by: 1 | -1): WizardStep | null {
  return STEPS[STEPS.indexOf(step) + by] ?? null;
}

export type SavedSource = CallOutput<'sources.list'>['sources'][number];

/** Which source the file is of. `auto`: the one whose columns it has, if there is one. */
export type SourceChoice =
  | { readonly kind: 'auto' }
  | { readonly kind: 'new' }
  | { readonly kind: 'saved'; readonly id: string };

/** The days that the file is complete for. `rows`: those of its rows; `none`: it has only some of the records. */
export type CoverChoice =
  | { readonly kind: 'rows' }
  | { readonly kind: 'none' }
  | { readonly kind: 'days'; readonly from: string | undefined; readonly to: string | undefined };

export interface ImportDraft {
  readonly kind: SourceKind;
  readonly said: SaidFormat;
  /** Null: as the source has it, or as it was guessed. */
  readonly mapping: Mapping | null;
  readonly choice: SourceChoice;
  readonly newId: string;
  readonly name: string;
  /** Null: as the source has them. */
  readonly tolerances: Tolerances | null;
  readonly covers: CoverChoice;
  /** Before the check has shown what is missing; beside it other days can be chosen. */
  readonly coversSaid: CoverChoice;
}

/** What nobody has said anything about yet. */
export function emptyDraft(kind: SourceKind, newId: string): ImportDraft {
  return {
    kind,
    said: {},
    mapping: null,
    choice: { kind: 'auto' },
    newId,
    name: '',
    tolerances: null,
    covers: { kind: 'rows' },
    coversSaid: { kind: 'rows' },
  };
}

/** The source that the file is of; null: a new one. `found`: whose columns it has. */
export function chosenSource(
  choice: SourceChoice,
  sources: readonly SavedSource[],
  found: string | null,
): SavedSource | null {
  const id = choice.kind === 'saved' ? choice.id : choice.kind === 'auto' ? found : null;
  return sources.find((source) => source.id === id) ?? null;
}

/** How the file is to be read: as the source remembers it, but for what was said. The type is the file's own. */
export function saidOf(source: SavedSource | null, said: SaidFormat): SaidFormat {
  if (source === null) return said;
  const { encoding, separator, sheet, headerLine, decimal, thousands, dateOrder, timeZone } = source.format;
  return { encoding, separator, sheet, headerLine, decimal, thousands, dateOrder, timeZone, ...said };
}

/**
 * May money that went out be taken for money that came in? A wallet's file that names both sides of every transfer, where nothing says which of them
 * the wallet is: no address of its own, no sign, no word of the status.
 */
export function isWayUnsaid(kind: SourceKind, mapping: Mapping, columns: Inspection['columns']): boolean {
  const { columns: own, ownAddresses = [], statusWords: words } = mapping;
  if (kind !== 'wallet' || own.address === undefined || ownAddresses.length > 0) return false;
  const saysOut = Object.entries(words).some(([word, status]) => status === 'cancelled' && !FAILED.test(word));
  const amounts = columns.find(({ title }) => title === own.amount)?.samples ?? [];
  if (saysOut || amounts.some((amount) => NEGATIVE.test(amount))) return false;
  return columns.some(({ title, samples }) => title !== own.address && samples.length > 0 && SENDER.test(title.trim()));
}
/** Of a transfer that came to nothing, whichever way it would have gone. */
const FAILED = /fail|revert|error|reject|cancel|expire|void/;
const NEGATIVE = /^\s*[-−(]/;
const SENDER =
  /^(?:from|sender|source|origin|von|absender|od|nadawca|de|expéditeur|remitente|origen|от|отправитель)(?:[ _-]?(?:address|adresse|adres|dirección))?$/i;

/** The mapping without columns that the file does not have. */
export function fitMapping(mapping: Mapping, columns: Inspection['columns']): Mapping {
  const titles = new Set(columns.map(({ title }) => title));
  const kept = Object.entries(mapping.columns).filter(([, title]) => titles.has(title));
  return { ...mapping, columns: Object.fromEntries(kept) };
}

/** What the column of that title means; null: nothing. */
export function fieldOfColumn(kind: SourceKind, mapping: Mapping, title: string): EntryField | null {
  return FIELDS_OF_KIND[kind].find((field) => mapping.columns[field] === title) ?? null;
}

/** The mapping in which the column means that, and no other does; null: it means nothing. */
export function withColumn(mapping: Mapping, title: string, field: EntryField | null): Mapping {
  const others = Object.entries(mapping.columns).filter(([name, one]) => one !== title && name !== field);
  const columns = Object.fromEntries(others);
  return { ...mapping, columns: field === null ? columns : { ...columns, [field]: title } };
}

/** A word of the status column as a mapping holds it. */
export function statusKey(word: string): string {
  return word.trim().toLowerCase();
}

/** The mapping in which the word means that; null: what any other word means. */
export function withStatusWord(mapping: Mapping, word: string, status: OrderStatus | null): Mapping {
  const others = Object.entries(mapping.statusWords).filter(([known]) => known !== word);
  return { ...mapping, statusWords: Object.fromEntries(status === null ? others : [...others, [word, status]]) };
}

/** Every word that may need a meaning: those seen in the file, then those that only the mapping knows. */
export function wordsToPlace(seen: readonly string[], mapping: Mapping): readonly string[] {
  const keys = seen.map(statusKey).filter((word) => word !== '');
  return [...new Set([...keys, ...Object.keys(mapping.statusWords)])];
}

/** What the mapping still lacks, in words for people; empty when a file can be read with it. */
export function mappingLacks(kind: SourceKind, mapping: Mapping): readonly string[] {
  const { columns, unit } = mapping;
  const required: readonly EntryField[] = REQUIRED_FIELDS[kind];
  const lacks = required
    .filter((field) => columns[field] === undefined)
    .map((field) => `the column of the ${fieldWords(kind, field).name.toLowerCase()}`);
  if (kind === 'wallet' && columns.ident === undefined && columns.address === undefined) {
    lacks.push('the column of the transaction hash or of the address');
  }
  if (columns.unit === undefined && unit === null) lacks.push('the currency: a column, or one for every row');
  return lacks;
}

export const MAX_SOURCE_NAME = 64;

/** Why the source cannot be saved as it is named; null: nothing is against it. */
export function nameBar(name: string, source: SavedSource | null, sources: readonly SavedSource[]): string | null {
  if (source !== null) return null;
  const typed = name.trim();
  if (typed === '') return 'Give the source a name, so that its next file is read by itself.';
  if (typed.length > MAX_SOURCE_NAME) return `A name has at most ${MAX_SOURCE_NAME} characters.`;
  const isTaken = sources.some((other) => other.name.trim().toLowerCase() === typed.toLowerCase());
  return isTaken ? 'A source of this name is there already: choose it, or give another name.' : null;
}

/** The days as the engine takes them; those of the rows also where they are not said in full, which bars the import. */
export function claimOf(covers: CoverChoice): CoverageClaim {
  if (covers.kind === 'none') return 'none';
  if (covers.kind === 'rows' || covers.from === undefined || covers.to === undefined) return null;
  const to = nextDay(covers.to);
  return to === null ? null : { from: covers.from, to };
}

/** An answer to which days a file is complete for, and how many records it would lack then. */
export interface CoverAnswer {
  readonly covers: CoverChoice;
  readonly title: string;
  readonly note: string;
  readonly count: number;
}

type DaysOfCheck = Pick<CallOutput<'imports.check'>, 'days' | 'missingThere' | 'missingDays'>;

/**
 * The days as they were said, without that end of them at which most are missing, and none. `checked` is the check of those that were said; a day
 * that it does not tell apart is not left out.
 */
export function coverAnswers(said: CoverChoice, checked: DaysOfCheck): readonly CoverAnswer[] {
  const { days, missingThere, missingDays } = checked;
  const whole = claimedDays(claimOf(said), days);
  const none = { covers: NO_DAY, title: 'No day', note: 'The file has only some of the records', count: 0 };
  if (whole === null) return [none];
  const all = {
    covers: said,
    title: `${coverageWords(whole)}${said.kind === 'rows' ? ', as its rows say' : ''}`,
    note: 'Each that is missing becomes an exception',
    count: missingThere,
  };
  const [first, last] = [whole.from, lastDay(whole)];
  const missingOn = (day: string): number => missingDays.find((one) => one.day === day)?.missing ?? 0;
  const isEnd = missingOn(last) >= missingOn(first);
  const left = isEnd ? last : first;
  if (first >= last || missingOn(left) === 0) return [all, none];
  const [from, to] = isEnd ? [first, lastDay({ to: last })] : [nextDay(first) ?? first, last];
  const fewer = {
    covers: { kind: 'days', from, to } as const,
    title: from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`,
    note: `${dayText(left)} ${isEnd ? 'comes with the next file' : 'came with the file before'}`,
    count: missingThere - missingOn(left),
  };
  return [all, fewer, none];
}

const NO_DAY = { kind: 'none' } as const;

/** Why the days cannot be taken; null: nothing is against them. */
export function coverBar(covers: CoverChoice): string | null {
  if (covers.kind !== 'days') return null;
  if (covers.from === undefined || covers.to === undefined) return 'Choose the first and the last day.';
  return covers.from <= covers.to ? null : 'The last day is before the first.';
}

/** Has anything been said of how the file is read? */
export function isChanged({ said, mapping, tolerances }: ImportDraft): boolean {
  return Object.keys(said).length > 0 || mapping !== null || tolerances !== null;
}

export type CheckInput = CallInput<'imports.check'>;
