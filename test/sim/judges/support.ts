/** What people write about records: a note that was acknowledged is there, once and as it was written; labels and cases stand as they were acknowledged last. Not here: findings that the console makes itself. */
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import { type Cells, type Files, listOf, numberOf, textOf } from './files.ts';
import type { Verdicts } from './verdicts.ts';

interface AskedNote {
  readonly recordId: string;
  readonly text: string;
  isAcknowledged: boolean;
  /** A locked console has refused it, and nobody has asked for it at another time. */
  isRefused: boolean;
  /** It was asked for before the last time. */
  isBefore: boolean;
}

/** Hears the output of what was asked for. */
type Answered = (output: unknown) => void;
const NOT_MINE: Answered = () => undefined;

export class SupportJudge {
  readonly #verdicts: Verdicts;
  readonly #files: Files;
  readonly #notes = new Map<string, AskedNote>();
  /** How things stand, by what they are; absent where nobody knows, because an answer is not there yet or two crossed. */
  readonly #standing = new Map<string, string>();
  /** How often somebody wanted something of a thing. */
  readonly #wishes = new Map<string, number>();
  readonly #cases = new Set<string>();
  /** How often others took the place of the books. */
  #books = 0;

  constructor(verdicts: Verdicts, files: Files) {
    this.#verdicts = verdicts;
    this.#files = files;
  }

  /** Before it is carried out; the result takes what it was answered. */
  asked(call: string, input: unknown): Answered {
    const text = (name: string): string => String(fieldOf(input, name));
    const texts = (name: string): readonly string[] => listOf(fieldOf(input, name)).map(String);
    switch (call) {
      case 'notes.add': {
        const known = this.#notes.get(text('noteId'));
        const before = { recordId: text('recordId'), text: text('text') };
        const note = known ?? { ...before, isAcknowledged: false, isRefused: false, isBefore: false };
        note.isBefore = known !== undefined;
        note.isRefused = false;
        this.#notes.set(text('noteId'), note);
        const books = this.#books;
        return () => {
          note.isAcknowledged ||= books === this.#books;
        };
      }
      case 'labels.put': {
        const pairs = (ids: readonly string[], word: string) =>
          texts('recordIds').flatMap((record) => ids.map((id) => [`label ${record} ${id}`, word] as const));
        return this.#wish([...pairs(texts('add'), 'on'), ...pairs(texts('remove'), 'off')]);
      }
      case 'labels.save':
        return this.#wish([[`look ${text('id')}`, `${text('name')} ${text('colour')}`]]);
      case 'labels.remove': {
        const records = [...this.#wishes.keys()].filter(
          (name) => name.startsWith('label ') && name.endsWith(text('id')),
        );
        return this.#wish([...records.map((name) => [name, 'off'] as const), [`look ${text('id')}`, 'none']]);
      }
      case 'exceptions.open': {
        const recordId = text('recordId');
        this.#cases.add(recordId);
        const ids = this.#all(`SELECT id FROM exceptions WHERE kind = 'case' AND record_uuid = ?`, recordId);
        const stands = ids.flatMap((row) => [
          [`state ${textOf(row, 'id')}`, 'open'] as const,
          [`assignee ${textOf(row, 'id')}`, null] as const,
        ]);
        const answered = this.#wish([[`case ${recordId}`, 'open'], ...stands]);
        return (output) => {
          answered(output);
          this.#verdicts.journal.met(fieldOf(output, 'opened') === true ? 'a case was opened' : 'a case was open');
        };
      }
      case 'exceptions.act':
        return this.#act(texts('ids'), fieldOf(input, 'action'));
      default:
        return NOT_MINE;
    }
  }

  /** A console that was locked all the time has refused it: it is not done either. */
  refused(call: string, input: unknown): void {
    const note = call === 'notes.add' ? this.#notes.get(String(fieldOf(input, 'noteId'))) : undefined;
    if (note !== undefined && !note.isBefore) note.isRefused = true;
  }

  #act(ids: readonly string[], action: unknown): Answered {
    const kind = String(fieldOf(action, 'kind'));
    const word = kind === 'assign' ? String(fieldOf(action, 'assignee')) : kind === 'resolve' ? 'resolved' : 'open';
    if (!['assign', 'resolve', 'reopen'].includes(kind)) return NOT_MINE;
    const answers = ids.map(
      (id) => [id, this.#wish([[`${kind === 'assign' ? 'assignee' : 'state'} ${id}`, word]])] as const,
    );
    return (output) => {
      const results = new Map(
        listOf(fieldOf(output, 'results')).map((one) => [fieldOf(one, 'id'), fieldOf(one, 'result')]),
      );
      for (const [id, answered] of answers) if (results.get(id) === 'done') answered(output);
    };
  }

  /** These are to stand so; null: nobody knows how. Nobody knows how they stand until that is answered, nor when somebody else wants something of them meanwhile. */
  #wish(wanted: readonly (readonly [name: string, word: string | null])[]): Answered {
    const before = wanted.map(([name, word]) => {
      const count = (this.#wishes.get(name) ?? 0) + 1;
      this.#wishes.set(name, count);
      this.#standing.delete(name);
      return { name, word, count };
    });
    return () => {
      for (const { name, word, count } of before)
        if (word !== null && this.#wishes.get(name) === count) this.#standing.set(name, word);
    };
  }

  /** Older books lie there now: they know what they know. */
  booksPutBack(): void {
    this.#books += 1;
    this.#standing.clear();
    for (const name of this.#wishes.keys()) this.#wishes.set(name, (this.#wishes.get(name) ?? 0) + 1);
    for (const note of this.#notes.values()) note.isAcknowledged = false;
    for (const row of this.#all('SELECT id FROM notes')) {
      const note = this.#notes.get(textOf(row, 'id'));
      if (note !== undefined) note.isAcknowledged = true;
    }
  }

  /** What lies in the books. */
  look(): void {
    this.#written();
    const labels = new Map(this.#all('SELECT * FROM labels').map((row) => [textOf(row, 'id'), row]));
    const put = new Set(
      this.#all('SELECT * FROM record_labels').map((row) => `${textOf(row, 'record_id')} ${textOf(row, 'label_id')}`),
    );
    const cases = this.#all(`SELECT * FROM exceptions WHERE kind = 'case'`);
    const ofRecord = new Map(cases.map((row) => [textOf(row, 'record_uuid'), row]));
    const byId = new Map(cases.map((row) => [textOf(row, 'id'), row]));
    if (new Set(cases.map((row) => `${textOf(row, 'profile_id')} ${textOf(row, 'record_uuid')}`)).size !== cases.length)
      this.#verdicts.violated('cases: a record has two of them');
    for (const record of ofRecord.keys())
      if (!this.#cases.has(record)) this.#verdicts.violated(`cases: nobody has opened the one of ${record}`);
    for (const [name, word] of this.#standing) {
      const [what = '', ...rest] = name.split(' ');
      const of = rest.join(' ');
      const [label, found] = [labels.get(of), byId.get(of)];
      // Of a finding of the console's own, which a run may take up again.
      if ((what === 'state' || what === 'assignee') && found === undefined) continue;
      const now: Readonly<Record<string, string>> = {
        label: put.has(of) ? 'on' : 'off',
        look: label === undefined ? 'none' : `${textOf(label, 'name')} ${textOf(label, 'colour')}`,
        case: textOf(ofRecord.get(of), 'state') === '' ? 'none' : 'open',
        state: textOf(found, 'state'),
        assignee: textOf(found, 'assignee'),
      };
      this.#verdicts.journal.met(`held against the books: ${what}`);
      if (now[what] !== word) this.#verdicts.violated(`support: ${name} is ${now[what]}, and ${word} was acknowledged`);
    }
  }

  #written(): void {
    const rows = this.#all('SELECT id, record_id, text FROM notes');
    const logged = numberOf(this.#all(`SELECT count(*) AS n FROM activity WHERE action = 'add-note'`)[0], 'n');
    if (rows.length !== logged) this.#verdicts.violated(`audit log: ${rows.length} notes have ${logged} entries`);
    const texts = new Set<string>();
    for (const row of rows) {
      const [id, text] = [textOf(row, 'id'), textOf(row, 'text')];
      const asked = this.#notes.get(id);
      if (asked === undefined || asked.text !== text || asked.recordId !== textOf(row, 'record_id'))
        this.#verdicts.violated(`notes: ${id} stands there as nobody wrote it: ${text}`);
      if (asked?.isRefused === true) this.#verdicts.violated(`lock: a locked console has written the note ${id}`);
      if (texts.has(text)) this.#verdicts.violated(`notes: one stands there twice: ${text}`);
      texts.add(text);
    }
    for (const [id, { text, isAcknowledged }] of this.#notes) {
      if (!isAcknowledged) continue;
      this.#verdicts.journal.met('a note was held against the books');
      if (!texts.has(text)) this.#verdicts.violated(`notes: ${id} was acknowledged, and is not there: ${text}`);
    }
  }

  #all(sql: string, ...values: string[]): readonly Cells[] {
    return this.#files.books((file) => file.all(sql, ...values)) ?? [];
  }
}
