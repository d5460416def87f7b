// What was imported, the latest first, the sources that files come from, and imports under way.
import { ENCODING_WORDS } from '../../../parts/index.ts';
import { Box, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useContext, useState } from 'react';
import { screenPath } from '../../../../domain/console/screens.ts';
import type { CallOutput } from '../../../../contract/calls.ts';
import { shortText } from '../../../../domain/kernel/text/plain-text.ts';
import { type CallState, useAction, useCall, useSeen } from '../../../bridge/index.ts';
import {
  ActionDialog,
  ButtonLink,
  ChoiceFilter,
  CopyText,
  countWords,
  EmptyState,
  entriesPath,
  FailureNotice,
  ForeignText,
  importPath,
  InstantText,
  Link,
  Note,
  PageFrame,
  Panel,
  plainText,
  ReadState,
  SavedViewsContext,
  shortHash,
  Table,
  Under,
  useRouteFilters,
} from '../../../ui/index.ts';
import { placeIn, placeText } from './rejects-table.tsx';
import { RunningImports } from './running-imports.tsx';
import { UndoDialog } from './undo-dialog.tsx';
import { useBooksBar } from './use-books-bar.ts';
import { coverageWords, KIND_WORDS } from './words.ts';
import { MAX_SOURCE_NAME, type SavedSource } from './wizard.ts';
import { ToleranceFields } from './tolerances.tsx';

/** What holds of a source whatever its next file looks like; how its files are read is said with a file. */
function SourceDialog({ source, onClose }: { readonly source: SavedSource; readonly onClose: () => void }) {
  const action = useAction('sources.save');
  const [name, setName] = useState(source.name);
  const [tolerances, setTolerances] = useState(source.tolerances);
  const { id, kind, format, mapping } = source;
  const seen = useSeen(source.updatedAt, action.failure);
  const save = () => action.run({ id, name: name.trim(), kind, format, mapping, tolerances, seen });
  return (
    <ActionDialog
      title="Edit the source"
      label="Save"
      action={action}
      bar={name.trim() === '' ? 'A source has a name.' : null}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        maxLength={MAX_SOURCE_NAME}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Input.Wrapper label="Tolerance" description="For all entries of the source with the next match.">
        <ToleranceFields tolerances={tolerances} onChange={setTolerances} />
      </Input.Wrapper>
      <Note>How its files are read, and which columns mean what, is said with the next file.</Note>
    </ActionDialog>
  );
}

type Sources = CallOutput<'sources.list'>;

function SourcesPanel({ read }: { readonly read: CallState<Sources> }) {
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
                  {format.type === 'csv' ? `CSV, ${ENCODING_WORDS[format.encoding]}` : 'XLSX'}
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
                <Group gap={4} justify="flex-end" wrap="nowrap">
                  <Deed label="Edit…" name={`Edit ${spoken(source)}`} bar={bar} onPress={() => setEditing(source)} />
                  <Deed
                    label="Remove"
                    name={`Remove ${spoken(source)}`}
                    bar={source.imports === 0 ? bar : 'Undo its imports first: their entries are read by it.'}
                    isBusy={busy}
                    onPress={() => void run({ id: source.id, seen: source.updatedAt })}
                  />
                </Group>
              )),
            ]}
          />
        )}
      </ReadState>
      {editing === null ? null : (
        <SourceDialog
          source={read.data?.sources.find(({ id }) => id === editing.id) ?? editing}
          onClose={() => setEditing(null)}
        />
      )}
    </Panel>
  );
}

function spoken({ name }: SavedSource): string {
  return plainText(name.slice(0, 64));
}

function toleranceWords(tolerances: SavedSource['tolerances']): string {
  const units = Object.keys(tolerances).sort();
  if (units.length === 0) return 'no tolerance';
  return `tolerance ${units.map((unit) => `± ${tolerances[unit] ?? ''} ${plainText(unit)}`).join(', ')}`;
}

/** `name`: what it is done to, for those who hear it; `bar`: why it cannot be done. */
function Deed(props: {
  readonly label: string;
  readonly name: string;
  readonly bar: string | null;
  readonly isBusy?: boolean;
  readonly onPress: () => void;
}) {
  const { label, name, bar, isBusy = false, onPress } = props;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      disabled={bar !== null || isBusy}
      title={bar ?? undefined}
      aria-label={name}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}

type Answer = CallOutput<'imports.list'>;

const PAGE = 50;
const NAME_LENGTH = 80;
const SOURCE = 'source';
const FROM = 'from';

export function ImportsPage() {
  const route = useRouteFilters();
  const sourceId = route.text(SOURCE);
  const which = sourceId ?? 'all';
  const offset = placeIn(route.text(FROM), which);
  const input = { ...(sourceId === undefined ? {} : { sourceId }), offset, limit: PAGE };
  const read = useCall('imports.list', input, { refreshOn: ['imports'] });
  const sources = useCall('sources.list', {}, { refreshOn: ['imports'] });
  const known = sources.data?.sources ?? [];
  const [undoing, setUndoing] = useState<string | null>(null);
  const isFirst = read.data?.total === 0 && sourceId === undefined && sources.data !== undefined && known.length === 0;
  return (
    <PageFrame
      title="Imports"
      actions={
        <>
          {useContext(SavedViewsContext)}
          {isFirst ? null : <ImportLink />}
        </>
      }
    >
      <RunningImports />
      <ReadState read={read} unreadTitle="The imports could not be read">
        {(answer) =>
          isFirst ? (
            <FirstUse />
          ) : (
            <>
              <SourcesPanel read={sources} />
              <Imports
                answer={answer}
                isOld={read.isPrevious}
                sources={known}
                offset={offset}
                onUndo={setUndoing}
                onTurn={(next) => route.change({ [FROM]: placeText(which, next) })}
              />
            </>
          )
        }
      </ReadState>
      {/* Beside the list: what is undone elsewhere leaves the list, and the question about it says so. */}
      {undoing === null ? null : <UndoDialog id={undoing} onClose={() => setUndoing(null)} />}
    </PageFrame>
  );
}

function ImportLink() {
  return (
    <ButtonLink
      variant="filled"
      to={screenPath('new-import')}
      leftSection={<IconFileImport size={16} aria-hidden="true" />}
    >
      Import a file
    </ButtonLink>
  );
}

function FirstUse() {
  return (
    <EmptyState kind="nothing-yet" title="Nothing is imported yet">
      <Stack align="center">
        Import what you wrote down yourself, an order ledger or a wallet statement, and every line of it is held against
        the records of the API. You see what agrees, what differs, what only one side has, and what was fulfilled
        without being paid.
        <ImportLink />
      </Stack>
    </EmptyState>
  );
}

function Imports(props: {
  readonly answer: Answer;
  readonly isOld: boolean;
  readonly sources: Sources['sources'];
  readonly offset: number;
  readonly onUndo: (id: string) => void;
  readonly onTurn: (offset: number) => void;
}) {
  const { answer, isOld, sources, offset, onUndo, onTurn } = props;
  const route = useRouteFilters();
  const bar = useBooksBar();
  const sourceId = route.text(SOURCE);
  const options = sources.map(({ id, name, imports }) => ({ value: id, label: name, count: imports }));
  return (
    <Panel
      title="Imports, the latest first"
      note={<span aria-live="polite">{countWords(answer.total, 'import', 'imports')}</span>}
      actions={<ChoiceFilter isOne name={SOURCE} label="Source" options={options} />}
      flush
    >
      {answer.rows.length === 0 ? (
        <EmptyState
          kind={sourceId === undefined && offset === 0 ? 'nothing-yet' : 'nothing-matches'}
          title={sourceId === undefined && offset === 0 ? 'No import yet' : 'No import of this source'}
        >
          {sourceId === undefined && offset === 0 ? 'A source is there; its first file is still to come.' : null}
        </EmptyState>
      ) : (
        <Table
          label="Imports"
          rows={answer.rows}
          isOld={isOld}
          page={{ offset, limit: PAGE, total: answer.total, noun: 'imports', onTurn }}
          keyOf={({ id }) => id}
          columns={({ cell, count }) => [
            cell('File', ({ id, fileName, sourceName, sha256 }) => (
              <>
                <Link to={importPath(id)}>
                  <ForeignText text={shortText(fileName, NAME_LENGTH)} />
                </Link>
                <Under>
                  <ForeignText text={shortText(sourceName, NAME_LENGTH)} />
                </Under>
                <Under>
                  <CopyText
                    value={sha256}
                    shown={`SHA-256 ${shortHash(sha256)}`}
                    label={`SHA-256 of ${shortText(fileName, NAME_LENGTH)}`}
                  />
                </Under>
              </>
            )),
            cell('Imported', ({ at, osUser }) => (
              <>
                <InstantText value={at} />
                <Under>by {plainText(osUser.slice(0, 60))}</Under>
              </>
            )),
            count('Rows', ({ rows }) => rows),
            count('Entries', ({ entries }) => entries),
            count('Repeated', ({ repeated }) => repeated),
            count('Rejected', ({ rejected }) => rejected),
            cell('Complete for', ({ covers }) => coverageWords(covers)),
            cell('', ({ id, fileName }) => (
              <Deed
                label="Undo…"
                name={`Undo the import of ${plainText(shortText(fileName, NAME_LENGTH))}`}
                bar={bar}
                onPress={() => onUndo(id)}
              />
            )),
          ]}
        />
      )}
    </Panel>
  );
}
