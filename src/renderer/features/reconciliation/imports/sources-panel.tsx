// The sources that files come from: what each remembers, its last import, and the ways to change or remove it.
import { screenPath } from '../../../../domain/screens.ts';
import { Box, Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { type CallState, useAction } from '../../../bridge/index.ts';
import {
  entriesPath,
  FailureNotice,
  ForeignText,
  InstantText,
  Note,
  Panel,
  plainText,
  ReadState,
  Table,
  Under,
} from '../../../ui/index.ts';
import { KIND_WORDS, readAsWords, readInShort } from './format-words.ts';
import { SourceDialog } from './source-dialog.tsx';
import { useBooksBar } from './use-books-bar.ts';
import type { SavedSource } from './wizard.ts';

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
        <Box px="md" pb="sm">
          <FailureNotice failure={failure} />
        </Box>
      )}
      <ReadState read={read} unreadTitle="The sources could not be read">
        {({ sources }) => (
          <Table
            label="Sources"
            rows={sources}
            keyOf={({ id }) => id}
            columns={({ cell, count }) => [
              cell('Name', ({ name, kind }) => (
                <>
                  <ForeignText text={name} />
                  <Under>{KIND_WORDS[kind].name}</Under>
                </>
              )),
              cell('How its files are read', ({ format, tolerances }) => (
                <>
                  <span title={readAsWords(format)}>{readInShort(format)}</span>
                  <Under>{toleranceWords(tolerances)}</Under>
                </>
              )),
              count('Imports', ({ imports }) => imports, {
                link: ({ id }) => `${screenPath('imports')}?${new URLSearchParams({ source: id }).toString()}`,
              }),
              count('Entries', ({ entries }) => entries, { link: ({ id }) => entriesPath({ sourceId: id }) }),
              cell('Last import', ({ lastImportAt }) =>
                lastImportAt === null ? <Note>none yet</Note> : <InstantText value={lastImportAt} />,
              ),
              cell('', (source) => (
                <Deeds
                  source={source}
                  bar={bar}
                  isBusy={busy}
                  onEdit={() => setEditing(source)}
                  onRemove={() => void run({ id: source.id })}
                />
              )),
            ]}
          />
        )}
      </ReadState>
      {editing === null ? null : <SourceDialog source={editing} onClose={() => setEditing(null)} />}
    </Panel>
  );
}

function toleranceWords(tolerances: SavedSource['tolerances']): string {
  const units = Object.keys(tolerances).sort();
  if (units.length === 0) return 'no tolerance';
  return `tolerance ${units.map((unit) => `± ${tolerances[unit] ?? ''} ${plainText(unit)}`).join(', ')}`;
}

function Deeds(props: {
  readonly source: SavedSource;
  readonly bar: string | null;
  readonly isBusy: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}): ReactNode {
  const { source, bar, isBusy, onEdit, onRemove } = props;
  const against = source.imports === 0 ? bar : 'Undo its imports first: their entries are read by it.';
  const spoken = plainText(source.name.slice(0, 64));
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
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
    </Group>
  );
}
