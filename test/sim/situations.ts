/** What a soak has to have met, by name: a world in which one of these never happens proves nothing about it. Not here: who notes that it happened (journal.ts). */
import { DISK_TROUBLES } from './faults/disk.ts';
import { COMMANDS, KEYCHAIN_TROUBLES, KEY_TROUBLES, PUT_BACK } from './faults/faults.ts';
import { LIMIT_CODES, LIMIT_HINTS, OPERATION_NAMES, REFUSALS } from './faults/refusals.ts';
import { LINE_FAULTS } from './line.ts';
import { PIECE_MOVES } from './moments.ts';

const each = (begin: string, ends: readonly string[]): readonly string[] => ends.map((end) => `${begin}${end}`);

/** One that ends with a full stop is met by every name that begins so. */
export const SITUATIONS: readonly string[] = [
  ...LINE_FAULTS.flatMap((fault) => each(`the line: ${fault}, `, ['GET', 'POST'])),
  ...each('refused: ', REFUSALS),
  ...each('refused at: ', OPERATION_NAMES),
  ...each('429: ', [...LIMIT_CODES, ...LIMIT_HINTS]),
  ...DISK_TROUBLES.flatMap((trouble) => each(`the disk: ${trouble}, `, ['books', 'mirror'])),
  ...each('the console did not start: ', ['locked']),
  ...each('the keychain is ', KEYCHAIN_TROUBLES),
  ...each('the key: ', KEY_TROUBLES),
  ...each('put back: ', PUT_BACK),
  ...each('the writer died of ', COMMANDS),
  ...each('a crash during: ', ['fresh', 'resend', 'run', 'create', 'close', 'first contact', 'look at lists']),
  ...each('a crash during: ', ['write a note', 'orders from a file', 'put a copy back']),
  ...each('a crash during the job: ', ['sync', 'watch', 'bulk-resend', 'bulk-create']),
  'a restore during: put a copy back',
  'the books were written out',
  `death at ${PIECE_MOVES}`,
  ...each('books.bringIn: ', ['copied', 'refused']),
  'a note was held against the books',
  'a case was opened',
  ...each('held against the books: ', ['label', 'look', 'case', 'state', 'assignee']),
  'an order of a file left',
  ...each('an order of a file is ', ['created', 'left', 'refused', 'unknown', 'cancelled']),
  ...each('orders of a file ended: ', ['done', 'cancelled']),
  ...each('the lock: ', ['locked', 'opened', 'not opened']),
  'a console started locked',
  'a locked window was refused',
  'the console went on behind its lock',
  ...each('a sleep during: ', ['resend', 'create', 'run']),
  ...each('the clock ran ', ['slow', 'fast']),
  'another program has made an order before',
  'another program used the allowance up',
  'a second console was connected',
  'the second console resent: answered',
  'the second console crashed',
  'a second profile of the business',
  'a colleague resent at the dashboard',
  ...each('deliveries.resend: ', ['confirmed', 'needs-confirmation', 'not-sent', 'refused', 'waiting', 'unauthorised']),
  ...each('a resend ended: ', ['confirmed', 'not-sent', 'refused']),
  ...each('a run ended: ', ['done', 'cancelled']),
  ...each('an order ended: ', ['created', 'existing', 'refused']),
  'an import is there',
  'an import left nothing',
  'imports.undo: undone',
  ...each('a job ended: ', ['import, done', 'export, done']),
  ...each('a scheduled export: late, ', ['done']),
  'a due time was held against the books',
  'the folder was gone',
  'two people resent the same webhook at once',
  ...each('several wanted one webhook: ', ['confirmed', 'needs-confirmation', 'refused', 'waiting']),
  'two people changed the same exception',
  'a loser was told by whom',
  'a loser wrote it once more',
  'words of an edit were held against the books',
  ...each('waits for a second person: ', ['resends.start', 'periods.close', 'fourEyes.setRule', 'profiles.setKey']),
  ...each('a request is ', ['open', 'done', 'declined', 'withdrawn', 'lapsed', 'granted', 'unknown']),
  ...each(
    '',
    ['a run', 'a close'].map((what) => `${what} was done with a second person`),
  ),
  ...each(
    '',
    ['a note', 'a resend', 'a run'].map((what) => `${what} bears who asked for it`),
  ),
  'two people approved the same at once',
  'somebody wanted to approve what they had asked for',
  'someone was removed while what they asked for waited',
  'the console died between an approval and its deed',
  'a role was taken away before the answer',
  'somebody who may not was refused',
  'somebody who was removed was refused',
  'somebody was shown a view of their own',
  'somebody was told who else is there',
  ...each('periods.close: ', ['closed', 'refused']),
  ...each('entries.matchByHand: ', ['made']),
  'exceptions.act: answered',
  ...each('invoices are ', ['certified', 'incomplete']),
  ...each('withdrawals are ', ['certified', 'incomplete']),
  ...each('the sync is ', ['idle', 'paused', 'running', 'stopped', 'waiting']),
  'the invoices ended certified',
  'sums were held against the world',
];

/** Those that nothing of what happened is. */
export function neverMet(happened: Iterable<string>): readonly string[] {
  const names = [...happened];
  return SITUATIONS.filter((one) => !names.some((name) => name === one || (one.endsWith('.') && name.startsWith(one))));
}
