/** Scripted notes and labels: what is written is there when it is read again. */
import { type Failure, failed, success } from '../../../src/domain/kernel/failure/failure.ts';
import type { Label, Note, Subject } from '../../../src/domain/support/notes.ts';
import type { ScriptedEngine } from './scripted-engine.ts';

export interface ScriptedNotes {
  readonly notes: Note[];
  /** What the next notes come to, instead of being kept. */
  readonly refusals: Failure[];
  readonly labels: Label[];
  /** Ids of labels by record. */
  readonly worn: Map<string, ReadonlySet<string>>;
  /** Which of these records are no invoices. */
  readonly lists: Map<string, Subject['list']>;
}

/** Answers the calls of notes and labels as the engine would, and announces what is done. */
export function scriptNotes(engine: ScriptedEngine, profile: string): ScriptedNotes {
  const books: ScriptedNotes = { notes: [], refusals: [], labels: [], worn: new Map(), lists: new Map() };
  const changed = (): void => engine.push('books.changed', { kinds: ['notes'] }, profile);
  const wornBy = (recordId: string): ReadonlySet<string> => books.worn.get(recordId) ?? new Set();
  const labelled = () =>
    books.labels.flatMap(({ id, name: label, colour }) =>
      [...books.worn].flatMap(([recordId, ids]) =>
        ids.has(id) ? [{ label, colour, list: books.lists.get(recordId) ?? 'invoices', recordId, name: recordId }] : [],
      ),
    );
  engine
    .on('notes.page', ({ filter, offset, limit }) => {
      const rows = books.notes.filter(
        ({ recordId, text }) =>
          (filter?.recordId === undefined || recordId === filter.recordId) && text.includes(filter?.text ?? ''),
      );
      return success({ rows: rows.toReversed().slice(offset, offset + limit), total: rows.length });
    })
    .on('notes.add', ({ list, recordId, noteId, text }) => {
      const refusal = books.refusals.shift();
      if (refusal !== undefined) return failed(refusal);
      const note = { id: noteId, list, recordId, name: null, at: new Date().toISOString(), osUser: 'maria', text };
      books.notes.push(note);
      changed();
      return success(note);
    })
    .on('labels.list', () =>
      success({
        labels: books.labels.map((label) => {
          const own = labelled().filter((row) => row.label === label.name);
          const withdrawals = own.filter(({ list }) => list === 'withdrawals').length;
          return { ...label, records: own.length, withdrawals };
        }),
      }),
    )
    .on('labels.page', ({ filter: { list = [], text = '' }, offset, limit }) => {
      const rows = labelled().filter(
        (row) => (list.length === 0 || list.includes(row.list)) && row.label.toLowerCase().includes(text.toLowerCase()),
      );
      return success({ rows: rows.slice(offset, offset + limit), total: rows.length });
    })
    .on('labels.of', ({ recordId }) => success({ labels: books.labels.filter(({ id }) => wornBy(recordId).has(id)) }))
    .on('labels.save', ({ id, name, colour }) => {
      const at = books.labels.findIndex((label) => label.id === id);
      books.labels.splice(at < 0 ? books.labels.length : at, 1, { id, name, colour });
      changed();
      return success({ id, name, colour });
    })
    .on('labels.remove', ({ id }) => {
      const worn = [...books.worn].filter(([, ids]) => ids.has(id));
      for (const [record, ids] of worn) books.worn.set(record, new Set([...ids].filter((one) => one !== id)));
      books.labels.splice(0, books.labels.length, ...books.labels.filter((label) => label.id !== id));
      changed();
      return success({ records: worn.length });
    })
    .on('labels.put', ({ list, recordIds, add, remove }) => {
      for (const id of recordIds) {
        books.lists.set(id, list);
        books.worn.set(id, new Set([...wornBy(id), ...add].filter((label) => !remove.includes(label))));
      }
      changed();
      return success({ changed: recordIds.length });
    });
  return books;
}
