// What an export of a closed period says of where its figures come from: the close itself, with the certificates, the
// coverage and the oldest reading of its moment, not those of today.
import type { Close, CloseDocument } from '../../../domain/period/close.ts';
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import { TIE_COVERAGES } from '../../../domain/reconcile/tie-out.ts';
import type { Provenance } from '../../files/writing/manifest.ts';
import { getClose } from '../../books/period/closes.ts';
import type { BooksContext } from '../../books/kernel/context.ts';

/** The close that an export names. Throws `not-found` for one of another profile, too. */
export function closeOf(context: BooksContext, ident: { readonly profileId: string; readonly closeId: string }): Close {
  const close = getClose(context, { profileId: ident.profileId, id: ident.closeId });
  if (close === null) throw new FailureError({ kind: 'not-found', what: 'close', ident: ident.closeId });
  return close;
}

/** All but the notes. */
export function lockedProvenance(close: Close): Omit<Provenance, 'notes'> {
  const { certificates, statement, tieOut, closedAt, version } = close.document;
  return {
    locked: { closeId: close.id, closedAt, form: version, sha256: close.sha256 },
    lists: [proofOf('invoices', certificates), proofOf('withdrawals', certificates)],
    oldestReading: statement.oldestReading,
    coverage: Object.fromEntries(TIE_COVERAGES.map((name) => [name, tieOut.invoices[name]])),
  };
}

function proofOf(list: keyof CloseDocument['certificates'], certificates: CloseDocument['certificates']) {
  return { list, ...certificates[list] };
}

/** Sentences that every export of a closed period needs. */
export function lockedNotes({ id, unknown, document }: Close): readonly string[] {
  return [
    `As it was locked (close ${id}). Certificates, coverage and the oldest reading are those of the close, at ${document.closedAt}.`,
    ...unknown.map(
      ({ where, word }) =>
        `The close has a word that this version of the console does not know (${where}: ${word}); what it names is not in this file.`,
    ),
  ];
}
