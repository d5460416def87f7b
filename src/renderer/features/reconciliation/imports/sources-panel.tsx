/** The sources that files come from: what each remembers, its last import, and the ways to change or remove it. Not here: the dialog (source-dialog.tsx). */
import { screenPath } from '../../../../domain/screens.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { type CallState, useAction } from '../../../bridge/index.ts';
import {
  countWords,
  entriesPath,
  FailureNotice,
  ForeignText,
  GroupedTable,
  hashHref,
  InstantText,
  Panel,
  plainText,
  ReadState,
} from '../../../ui/index.ts';
import { KIND_WORDS, readAsWords, readInShort } from './format-words.ts';
import { SourceDialog } from './source-dialog.tsx';
import { useBooksBar } from './use-books-bar.ts';
import type { SavedSource } from './wizard.ts';
import classes from './imports.module.css';

type Sources = CallOutput<'sources.list'>;

export function SourcesPanel({ read }: { readonly read: CallState<Sources> }): ReactNode {
  const [editing, setEditing] = useState<SavedSource | null>(null);
  const { run, busy, failure } = useAction('sources.remove');
  const bar = useBooksBar();
  return (
    <Panel
      title="Sources"
      note="The ledgers and wallets that files come from. Each remembers how its files are read."
      flush
    >
      {failure === undefined ? null : (
        <div className={classes.impInset}>
          <FailureNotice failure={failure} />
        </div>
      )}
      <ReadState read={read} unreadTitle="The sources could not be read">
        {({ sources }) => (
          <GroupedTable label="Sources" className={classes.impSources}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">How its files are read</th>
                <th scope="col" data-end>
                  Imports
                </th>
                <th scope="col" data-end>
                  Entries
                </th>
                <th scope="col">Last import</th>
                <th scope="col">
                  <span className="mc-visually-hidden">Change</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sources.map((source) => (
                <SourceRow
                  key={source.id}
                  source={source}
                  bar={bar}
                  isBusy={busy}
                  onEdit={() => setEditing(source)}
                  onRemove={() => void run({ id: source.id })}
                />
              ))}
            </tbody>
          </GroupedTable>
        )}
      </ReadState>
      {editing === null ? null : <SourceDialog source={editing} onClose={() => setEditing(null)} />}
    </Panel>
  );
}

function SourceRow(props: {
  readonly source: SavedSource;
  readonly bar: string | null;
  readonly isBusy: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}): ReactNode {
  const { source, bar, isBusy, onEdit, onRemove } = props;
  const { id, name, kind, format, tolerances, imports, entries, lastImportAt } = source;
  const units = Object.keys(tolerances).sort();
  const against = imports === 0 ? bar : 'Undo its imports first: their entries are read by it.';
  const spoken = plainText(name.slice(0, 64));
  return (
    <tr data-first>
      <th scope="row">
        <ForeignText text={name} />
        <span className={classes.impMore}>{KIND_WORDS[kind].name}</span>
      </th>
      <td className={classes.impWrap} title={readAsWords(format)}>
        {readInShort(format)}
        <span className={classes.impMore}>
          {units.length === 0
            ? 'no tolerance'
            : `tolerance ${units.map((unit) => `± ${tolerances[unit] ?? ''} ${plainText(unit)}`).join(', ')}`}
        </span>
      </td>
      <td data-end className="mc-num">
        {imports === 0 ? (
          '0'
        ) : (
          <a
            className="mc-link"
            href={hashHref(`${screenPath('imports')}?${new URLSearchParams({ source: id }).toString()}`)}
            aria-label={`${countWords(imports, 'import', 'imports')} of ${spoken}`}
          >
            {imports.toLocaleString('en-GB')}
          </a>
        )}
      </td>
      <td data-end className="mc-num">
        {entries === 0 ? (
          '0'
        ) : (
          <a
            className="mc-link"
            href={hashHref(entriesPath({ sourceId: id }))}
            aria-label={`${countWords(entries, 'entry', 'entries')} of ${spoken}`}
          >
            {entries.toLocaleString('en-GB')}
          </a>
        )}
      </td>
      <td>
        {lastImportAt === null ? <span className="mc-note">none yet</span> : <InstantText value={lastImportAt} />}
      </td>
      <td data-end>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={bar !== null}
          title={bar ?? undefined}
          aria-label={`Edit ${spoken}`}
          onClick={onEdit}
        >
          Edit…
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={against !== null || isBusy}
          title={against ?? undefined}
          aria-label={`Remove ${spoken}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </td>
    </tr>
  );
}
