/** Handlers of the books themselves: copies that were put back, what stands still since then, copies that hold more. */
import type { booksCalls, BooksRestore } from '../../contract/calls/books.ts';
import { invalidInput } from '../../domain/kernel/failure/failure.ts';
import { FOLDER_WORDS } from '../../domain/kernel/folder.ts';
import type { KeptStandingStill, Restore } from '../books/kernel/generation.ts';
import type { Business } from '../engine/business.ts';
import { FolderTrouble } from '../files/writing/chosen-folder.ts';
import { mayWrite, runsOf, done, type Engine, type HandlersOf, withoutNulls } from './kernel/handler.ts';

export function booksHandlers({ booksState, booksCopies, outsideCopies }: Engine): HandlersOf<typeof booksCalls> {
  // Two windows decide the same at once: the first word counts.
  const deciding = new Set<string>();
  return {
    'books.state': async () => {
      const { restore, largerCopies, failedDrill } = await booksState.get();
      return {
        restore: wireRestore(restore),
        largerCopies,
        failedDrill: failedDrill ?? undefined,
        outside: outsideCopies.status()?.problem ?? undefined,
      };
    },
    'books.copies': async () => {
      const [{ books, copies }, drill] = await Promise.all([booksCopies.list(), booksState.drill()]);
      const outside = outsideCopies.status() ?? undefined;
      return { books, copies: copies.slice(0, 1_000), drill: drill ?? undefined, outside };
    },
    'books.copyTo': async ({ folder }) => {
      try {
        return await done(outsideCopies.set(folder));
      } catch (error) {
        if (error instanceof FolderTrouble) throw invalidInput('folder', FOLDER_WORDS[error.problem]);
        throw error;
      }
    },
    'books.putBack': async ({ copy }) => ({ problem: await booksCopies.putBack(copy) }),
    'books.writeOut': async ({ passphrase }, context) => ({
      jobId: context.business.exports.startBooks(passphrase, context),
    }),
    'books.bringIn': async ({ fileId, passphrase }, { business }) => {
      const { handed } = business;
      const brought = await handed.use(fileId, ({ path }) => booksCopies.bringIn(path, passphrase));
      if (brought.outcome === 'copied') await handed.discard(fileId);
      return brought;
    },
    'books.seen': (input) => done(booksState.seen(input)),
    'restored.list': async (_input, { business }) => {
      const { books, profileId } = business.context;
      const [restore, items] = await Promise.all([
        books.read('restores.latest', {}),
        books.read('restores.open', { profileId }),
      ]);
      return { restore: wireRestore(restore), items: items.map((item) => withoutNulls(item)) };
    },
    'restored.decide': async ({ kind, id, decision }, { business, by }) => {
      // Ending sends nothing and needs nobody's leave.
      if (decision === 'continue') await mayWrite(business);
      if (deciding.has(id)) throw invalidInput('id', 'does not stand still');
      deciding.add(id);
      try {
        if (!(await decided(business, kind, id, decision, by))) throw invalidInput('id', 'does not stand still');
      } finally {
        deciding.delete(id);
      }
      return {};
    },
  };
}

async function decided(
  business: Business,
  kind: KeptStandingStill['kind'],
  id: string,
  decision: 'continue' | 'end',
  by: string,
): Promise<boolean> {
  const { resender, creator } = business;
  if (kind === 'resend') return resender.decideRestored(id, decision, by);
  if (kind === 'create') return creator.decideRestored(id, decision, by);
  const runs = await runsOf(business, id);
  if ((await runs?.get(id))?.run.stop !== 'restored' || runs === null) return false;
  return decision === 'continue' ? runs.resume(id, by) : runs.cancel(id, by);
}

function wireRestore(restore: Restore | null): BooksRestore | undefined {
  return restore === null ? undefined : withoutNulls(restore);
}
