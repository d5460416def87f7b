// What was imported, the latest first, the sources that files come from, and imports under way.
import { screenPath } from '../../../../domain/screens.ts';
import { Button, Stack } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { shortText } from '../../../../domain/plain-text.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  CopyText,
  countWords,
  EmptyState,
  ForeignText,
  hashHref,
  importPath,
  InstantText,
  OneChoiceFilter,
  PageFrame,
  PageTurn,
  Panel,
  plainText,
  ReadState,
  shortHash,
  Table,
  Under,
  useRouteFilters,
  ZoneNote,
} from '../../../ui/index.ts';
import { placeIn, placeText } from './place.ts';
import { RunningImports } from './running-imports.tsx';
import { SourcesPanel } from './sources-panel.tsx';
import { UndoDialog } from './undo-dialog.tsx';
import { useBooksBar } from './use-books-bar.ts';
import { coverageWords } from './words.ts';

type Answer = CallOutput<'imports.list'>;

const PAGE = 50;
const NAME_LENGTH = 80;
const SOURCE = 'source';
const FROM = 'from';

export function ImportsPage(): ReactNode {
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
          <ZoneNote />
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

function ImportLink(): ReactNode {
  return (
    <Button
      component="a"
      href={hashHref(screenPath('new-import'))}
      leftSection={<IconFileImport size={16} aria-hidden="true" />}
    >
      Import a file
    </Button>
  );
}

/** What importing is for, in two sentences. */
function FirstUse(): ReactNode {
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
  readonly sources: CallOutput<'sources.list'>['sources'];
  readonly offset: number;
  readonly onUndo: (id: string) => void;
  readonly onTurn: (offset: number) => void;
}): ReactNode {
  const { answer, isOld, sources, offset, onUndo, onTurn } = props;
  const route = useRouteFilters();
  const bar = useBooksBar();
  const sourceId = route.text(SOURCE);
  const options = sources.map(({ id, name, imports }) => ({ value: id, label: name, count: imports }));
  return (
    <Panel
      title="Imports, the latest first"
      note={<span aria-live="polite">{countWords(answer.total, 'import', 'imports')}</span>}
      actions={<OneChoiceFilter name={SOURCE} label="Source" options={options} />}
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
          keyOf={({ id }) => id}
          columns={({ cell, count }) => [
            cell('File', ({ id, fileName, sourceName, sha256 }) => (
              <>
                <a className="mc-link" href={hashHref(importPath(id))}>
                  <ForeignText text={shortText(fileName, NAME_LENGTH)} />
                </a>
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
              <Button
                variant="subtle"
                size="compact-sm"
                disabled={bar !== null}
                title={bar ?? undefined}
                aria-label={`Undo the import of ${plainText(shortText(fileName, NAME_LENGTH))}`}
                onClick={() => onUndo(id)}
              >
                Undo…
              </Button>
            )),
          ]}
        />
      )}
      <PageTurn
        offset={offset}
        limit={PAGE}
        shown={answer.rows.length}
        total={answer.total}
        noun="imports"
        flush
        onTurn={onTurn}
      />
    </Panel>
  );
}
