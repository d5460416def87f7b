// What every job of one business works with, and what it may announce.
import type { Delivery } from '../../../domain/webhooks/delivery.ts';
import type { LockStatus } from '../../../domain/console/lock.ts';
import type { ConsoleSettings } from '../../../domain/console/console-settings.ts';
import type { BOOKS_CHANGES, MIRROR_CHANGES, TROUBLES } from '../../../domain/news/changes.ts';
import type { CountedNews, News } from '../../../domain/news/notice.ts';
import type { Role } from '../../../domain/kernel/roles.ts';
import type { Place } from '../../../domain/people/person.ts';
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { KeyStanding } from '../../../domain/profiles/profile.ts';
import type { ResendReport } from '../../../domain/resend/resend.ts';
import type { ToldTime } from '../../../domain/sync/reading-age.ts';
import { fromEpochMs } from '../../../domain/kernel/time/time.ts';
import type { ApiClient } from '../../api/endpoints/client.ts';
import type { Books } from '../../books/books.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import type { Clock, Ids, Log } from '../../ports.ts';

export type MirrorKind = (typeof MIRROR_CHANGES)[number];
export type BooksKind = (typeof BOOKS_CHANGES)[number];

/** Trouble that a person should know of, with a sentence for them. */
export interface Trouble {
  readonly kind: (typeof TROUBLES)[number];
  readonly message: string;
  /** It is over: whoever told the person takes it back. */
  readonly over?: boolean | undefined;
  /** Until it is over, however late a window opens. */
  readonly stays?: boolean | undefined;
}

/** Whom news is for, where it is for one person alone, and what they have to be there when it reaches them. */
export interface Addressee {
  readonly person: string;
  readonly role: Role;
}

/** What the engine announces. Listeners read the state again; nothing here is a delta. */
export type Signal =
  | { readonly kind: 'sync'; readonly profileId: string }
  | { readonly kind: 'mirror'; readonly profileId: string; readonly kinds: readonly MirrorKind[] }
  | { readonly kind: 'books'; readonly profileId: string; readonly kinds: readonly BooksKind[] }
  | { readonly kind: 'jobs'; readonly profileId: string }
  | { readonly kind: 'resend'; readonly profileId: string; readonly report: ResendReport }
  /** Told once; whoever looks at a window sees it there. */
  | { readonly kind: 'news'; readonly profileId: string; readonly news: News; readonly to?: Addressee | undefined }
  /** News of that id is over: nobody is told any more who was not yet. */
  | { readonly kind: 'news-over'; readonly id: string }
  | { readonly kind: 'profiles' }
  | { readonly kind: 'people' }
  /** `others`: by the id of each who has it open, who else has. */
  | {
      readonly kind: 'here';
      readonly profileId: string;
      readonly list: Place;
      readonly recordId: string;
      readonly others: ReadonlyMap<string, readonly string[]>;
    }
  | { readonly kind: 'settings' }
  | { readonly kind: 'updates' }
  | { readonly kind: 'teams' }
  | { readonly kind: 'lock'; readonly status: LockStatus }
  | { readonly kind: 'trouble'; readonly profileId: string | null; readonly trouble: Trouble };

/** Throws FailureError `cancelled` once the business closes: whoever waits is told so, and not that something unforeseen happened. */
export function throwIfClosing({ closing }: Pick<JobContext, 'closing'>): void {
  if (closing.aborted) throw new FailureError({ kind: 'cancelled' });
}

/** This computer's clock, ISO UTC. */
export function nowOf({ clock }: Pick<JobContext, 'clock'>): string {
  return fromEpochMs(clock.now());
}

/** Who does something for a profile, and when: of every entry of the activity log. `by`: a person; without one the console does it by itself. */
export function deedOf(
  { clock, osUser, profileId }: Pick<JobContext, 'clock' | 'osUser' | 'profileId'>,
  by: string = osUser,
) {
  return { at: nowOf({ clock }), osUser: by, profileId };
}

export interface JobContext {
  readonly profileId: string;
  readonly client: ApiClient;
  readonly mirror: Mirror;
  readonly books: Books;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly announce: (signal: Signal) => void;
  /** Tells a person who may not be looking at a window; it is kept, or told, when it answers. */
  readonly notify: (news: CountedNews) => Promise<void>;
  readonly settings: () => Promise<ConsoleSettings>;
  /** Aborted when the business closes; every job ends then, with its state persisted. */
  readonly closing: AbortSignal;
  /** Aborted once the profile may only read: what has not had its turn then is not sent. */
  readonly writing: () => AbortSignal;
  /** In whose name the console does what nobody asked it for (the operating system's user name). What a person asks for bears that person's. */
  readonly osUser: string;
  readonly keyStanding: () => KeyStanding;
  /** The server's clock as it told itself; null where nobody can say. */
  readonly serverTold: () => ToldTime | null;
  /** A delivery named the business, and it is the mirror's. Lower case. */
  readonly onBusinessNamed: (businessUuid: string) => Promise<void>;
  /** Somebody has read the deliveries of an invoice, and they are stored. Absent: nobody listens. */
  readonly onDeliveriesRead?: ((invoiceUuid: string, deliveries: readonly Delivery[]) => void) | undefined;
  /** The mirror turned out to belong to another business: everything stops and nothing more is written. */
  readonly onDifferentBusiness: () => void;
}
