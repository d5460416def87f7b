/**
 * What lets a sheet of paper stand alone: whose figures they are, that they are no real money, and how complete the lists were that they rest on. Not
 * here: the heads that hold it (app/print-heading, features/statement, features/periods), how paper looks (theme/print.css).
 */
import type { ReactNode } from 'react';
import { certificateWords, countOf } from './certificate-words.ts';
import { plainText } from './foreign-text.tsx';
import { InstantText } from './instant-text.tsx';
import type { Lists, ListStanding } from './list-notices.tsx';

export interface PaperOwner {
  readonly name: string;
  readonly isSandbox: boolean;
}

/** The mark on paper about money that is made up. */
export function PaperSandbox({ isSandbox }: Pick<PaperOwner, 'isSandbox'>): ReactNode {
  return isSandbox ? <p className="mc-print-sandbox">SANDBOX · no real money</p> : null;
}

/** How complete both lists were, and as of when; null says that nobody knows it. A locked sheet says what held when it was locked. */
export function PaperLists({
  lists,
  isLocked = false,
}: {
  readonly lists: Lists | null;
  readonly isLocked?: boolean;
}): ReactNode {
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

function Standing({ list, isLocked }: { readonly list: ListStanding; readonly isLocked: boolean }): ReactNode {
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

/** Name of the business as a person gave it, as plain text. */
export function paperName(name: string): string {
  return plainText(name.slice(0, 200));
}
