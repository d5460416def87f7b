// What a report reads: mirror and books of one moment each.
import type { BooksContext } from '../../books/kernel/context.ts';
import type { MirrorReadContext } from '../../mirror/kernel/context.ts';

/** Read-only. */
export interface ReportContext {
  readonly mirror: MirrorReadContext;
  readonly books: BooksContext;
}
