/** What the commands of the books get besides their input. */
import type { SqliteDatabase } from '../../sqlite/database.ts';

export interface BooksContext {
  readonly database: SqliteDatabase;
}

export interface OfProfile {
  readonly profileId: string;
}

export interface OfInvoice extends OfProfile {
  readonly invoiceUuid: string;
}

export interface OneOfProfile extends OfProfile {
  readonly id: string;
}

export interface Deed extends OfProfile {
  readonly at: string;
  readonly osUser: string;
}

/** One that others have to understand; the audit log has why. */
export interface ReasonedDeed extends Deed {
  readonly reason?: string | undefined;
}
