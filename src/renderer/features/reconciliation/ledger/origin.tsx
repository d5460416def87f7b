/** Where an entry comes from: its file and line, its source, when and by whom it was imported. Not here: the import (another screen). */
import type { ReactNode } from 'react';
import { entriesPath, hashHref, importPath, InstantText, plainText } from '../../../ui/index.ts';
import type { Detail } from './entry-view.ts';
import classes from './entries.module.css';
import { PartTitle } from '../../../ui/part-title.tsx';

/** With the way to the import, and to all entries of the file. */
export function Origin({ detail: { entry, import: of } }: { readonly detail: Detail }): ReactNode {
  return (
    <section>
      <PartTitle>Where it comes from</PartTitle>
      <p className={classes.entryOrigin}>
        Line {entry.line.toLocaleString('en-GB')} of{' '}
        <a className="mc-link mc-link-inline" href={hashHref(importPath(of.id))} title="Open the import">
          {plainText(of.fileName.slice(0, 120))}
        </a>
        , {plainText(of.sourceName.slice(0, 64))}. Imported <InstantText value={of.at} /> by{' '}
        {plainText(of.osUser.slice(0, 64))}.{' '}
        <a className="mc-link mc-link-inline" href={hashHref(entriesPath({ kind: entry.kind, importId: of.id }))}>
          All entries of the file
        </a>
      </p>
    </section>
  );
}
