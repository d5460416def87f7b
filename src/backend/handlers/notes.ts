// Handlers of notes, labels and answers to customers. They change the books only, never the API, so every profile may.
import type { notesCalls } from '../../contract/calls/notes.ts';
import { invalidInput } from '../../domain/kernel/failure/failure.ts';
import type { SubjectList } from '../../domain/kernel/finding.ts';
import type { Subject } from '../../domain/support/notes.ts';
import { hostOf } from '../../domain/webhooks/delivery-cause.ts';
import type { Business } from '../engine/business.ts';
import { deedOf } from '../jobs/kernel/context.ts';
import { invoiceUuidOf, found, type HandlersOf } from './kernel/handler.ts';

export function notesHandlers(): HandlersOf<typeof notesCalls> {
  return {
    'notes.add': async ({ list, recordId, noteId, text }, { business, by }) => {
      const subject = subjectOf(list, recordId);
      const name = await nameOf(business, subject);
      const { context: job } = business;
      const note = await job.books.write('notes.add', {
        ...deedOf(job, by),
        ...subject,
        id: noteId,
        name,
        text,
      });
      announceNotes(business);
      return note;
    },
    'labels.list': async (_input, { business }) => {
      const { books, profileId } = business.context;
      return { labels: [...(await books.read('labels.list', { profileId }))] };
    },
    'labels.of': async ({ list, recordId }, { business }) => {
      const { books, profileId } = business.context;
      return { labels: await books.read('labels.of', { profileId, ...subjectOf(list, recordId) }) };
    },
    'labels.save': async (input, { business, by }) => {
      const { context: job } = business;
      const label = await job.books.write('labels.save', { ...deedOf(job, by), ...input });
      announceNotes(business);
      return label;
    },
    'labels.remove': async ({ id, seen }, { business, by }) => {
      const { context: job } = business;
      const records = found(await job.books.write('labels.remove', { ...deedOf(job, by), id, seen }), 'label', id);
      announceNotes(business);
      return { records };
    },
    'labels.put': async ({ list, recordIds, add, remove }, { business, by }) => {
      const { context: job } = business;
      const ids = [...new Set(recordIds.map((id) => subjectOf(list, id).recordId))];
      const changed = await job.books.write('labels.put', {
        ...deedOf(job, by),
        list,
        recordIds: ids,
        add,
        remove,
      });
      if (changed > 0) announceNotes(business);
      return { changed };
    },
    'answers.list': async (_input, { business }) => {
      const { books, profileId } = business.context;
      return { answers: await books.read('answers.list', { profileId }) };
    },
    'answers.save': async (input, { business, by }) => {
      const { context: job } = business;
      const changed = await job.books.write('answers.save', { ...deedOf(job, by), ...input });
      if (changed) announceNotes(business, 'answers');
      return { changed };
    },
  };
}

function announceNotes({ context: { announce, profileId } }: Business, kind: 'notes' | 'answers' = 'notes'): void {
  announce({ kind: 'books', profileId, kinds: [kind] });
}

/** The one spelling of what is written about. Throws FailureError `invalid-input`. */
export function subjectOf(list: SubjectList, recordId: string): Subject {
  if (list === 'customers') return { list, recordId };
  if (list !== 'endpoints') return { list, recordId: invoiceUuidOf(recordId, 'recordId') };
  const host = hostOf(`https://${recordId}`);
  if (host === null) throw invalidInput('recordId', 'not the host of an endpoint');
  return { list, recordId: host };
}

/** What people call it. Throws FailureError `not-found` for a record that the mirror does not have. */
async function nameOf({ mirror }: Business, { list, recordId }: Subject): Promise<string | null> {
  if (list === 'invoices') {
    return found(await mirror.read('invoices.get', { uuid: recordId }), 'invoice', recordId).record.external_id;
  }
  if (list !== 'withdrawals') return recordId;
  return found(await mirror.read('withdrawals.get', { uuid: recordId }), 'withdrawal', recordId).record.address;
}
