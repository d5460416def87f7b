// What lets a sheet of paper stand alone: whose it is, that it is no real money, how complete its lists were and what happened since.
import type { CloseDocument } from '../../domain/period/close.ts';
import { certificateWords, countOf, type MovedList, sinceWords } from './certificate-words.ts';
import { useUi } from '../ui/window/environment.tsx';
import { plainText } from '../ui/text/foreign-text.tsx';
import { InstantText } from '../ui/text/instant-text.tsx';
import type { Lists, ListStanding } from './list-notices.tsx';

export interface PaperOwner {
  readonly name: string;
  readonly isSandbox: boolean;
}

/** The mark on paper about money that is made up. */
export function PaperSandbox({ isSandbox }: Pick<PaperOwner, 'isSandbox'>) {
  return isSandbox ? <p className="mc-print-sandbox">SANDBOX · no real money</p> : null;
}

/** How complete both lists were, and as of when; null says that nobody knows it. A locked sheet says what held when it was locked. */
export function PaperLists(props: { readonly lists: Lists | null; readonly isLocked?: boolean }) {
  const { lists, isLocked = false } = props;
  if (lists === null) return <p>How complete the lists were was not known when this was printed.</p>;
  return (
    <p>
      {isLocked ? 'When it was closed: invoices ' : 'Invoices: '}
      <Standing list={lists.invoices} isLocked={isLocked} />
      {isLocked ? ', withdrawals ' : '. Withdrawals: '}
      <Standing list={lists.withdrawals} isLocked={isLocked} />.
    </p>
  );
}

function Standing({ list, isLocked }: { readonly list: ListStanding; readonly isLocked: boolean }) {
  const words = certificateWords(list);
  return (
    <>
      {isLocked ? words.toLowerCase() : words}
      {list.certificate === 'incomplete' ? '' : `, ${countOf(list)}`}
      {list.asOf === null ? null : (
        <>
          , as of <InstantText value={list.asOf} withZone />
        </>
      )}
    </>
  );
}

/** The mirror of now, as far as paper says it. */
interface MirrorStanding {
  readonly invoices: ListStanding & MovedList;
  readonly withdrawals: ListStanding & MovedList;
  /** The API's count of each status beside the mirror's, once they were compared. */
  readonly statuses?: { readonly matches: boolean } | undefined;
  /** Since when the API cannot be reached. */
  readonly offline?: { readonly since: string } | undefined;
}

/** How the mirror stands now: both lists, and everything that makes what is on the sheet older or less than it looks. */
export function PaperMirror(props: {
  /** Null while nobody knows it. */
  readonly mirror: MirrorStanding | null;
  /** False: the engine that would tell is gone. */
  readonly isConnected: boolean;
}) {
  const { mirror, isConnected } = props;
  const since = mirror === null ? [] : LISTS.map((name) => ({ name, words: sinceWords(mirror[name]) }));
  return (
    <>
      <PaperLists lists={mirror} />
      {since.map(({ name, words }) =>
        words === null ? null : <p key={name}>{`${name === 'invoices' ? 'Invoices' : 'Withdrawals'}: ${words}.`}</p>,
      )}
      {mirror?.statuses?.matches === false ? <p>The statuses of some invoices differ from the API’s count.</p> : null}
      {mirror?.offline === undefined ? null : (
        <p>
          The API could not be reached since <InstantText value={mirror.offline.since} withZone />: what is newer is not
          here.
        </p>
      )}
      {isConnected ? null : <p>The console’s engine was not connected: this may be old.</p>}
    </>
  );
}

const LISTS = ['invoices', 'withdrawals'] as const;

/** The head of a sheet of what was locked, in place of the frame's, which says how the mirror stands now. Null: the close is not read yet. */
export function PaperLocked(props: { readonly document: Pick<CloseDocument, 'business' | 'certificates'> | null }) {
  const { document } = props;
  const { isSandbox } = useUi();
  return (
    <div className="mc-print-only mc-print-standing mc-print-own">
      <PaperSandbox isSandbox={document === null ? isSandbox : document.business.sandbox} />
      {document === null ? null : <p>{paperName(document.business.profile)}</p>}
      <PaperLists lists={document?.certificates ?? null} isLocked />
    </div>
  );
}

/** Name of the business as a person gave it, as plain text. */
export function paperName(name: string): string {
  return plainText(name.slice(0, 200));
}
