/** What a newer word on the same order means for an entry: by which row it is replaced, or which it replaces. Not here: which those are (the match). */
import type { ReactNode } from 'react';
import { entryPath, hashHref, importPath, InstantText, Notice, plainText } from '../../../ui/index.ts';
import { type Detail, entryName } from './entry-view.ts';
import { EntryLines } from './others-list.tsx';
import { PartTitle } from '../../../ui/part-title.tsx';

/** Of a replaced entry: the row that holds instead, with the way to it. */
export function ReplacedBy({ detail: { replacedBy, import: own } }: { readonly detail: Detail }): ReactNode {
  if (replacedBy === null) return null;
  const { entry, import: of } = replacedBy;
  const file = plainText(of.fileName.slice(0, 120));
  return (
    <Notice tone="quiet" title="A newer row of this ledger holds instead">
      <a className="mc-link mc-link-inline" href={hashHref(entryPath(entry.id))}>
        {entryName(entry)}
      </a>
      , line {entry.line.toLocaleString('en-GB')} of{' '}
      <a className="mc-link mc-link-inline" href={hashHref(importPath(of.id))} title="Open the import">
        {file}
      </a>
      , imported <InstantText value={of.at} />
      {of.at < own.at ? ', and said again by a later file' : ''}. It holds again when the later import is taken back.
    </Notice>
  );
}

/** Of the entry that holds: the rows whose place it took. */
export function Replaces({ detail: { replaces } }: { readonly detail: Detail }): ReactNode {
  if (replaces.length === 0) return null;
  return (
    <section>
      <PartTitle>{replaces.length === 1 ? 'It replaces an earlier row' : 'It replaces earlier rows'}</PartTitle>
      <EntryLines entries={replaces} />
    </section>
  );
}
