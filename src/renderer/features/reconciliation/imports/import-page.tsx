// One import: what was kept of the file, how its entries stand now, how it was read, its rejected rows, and the way to take it back.
import { Button, SimpleGrid } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { screenPath } from '../../../../domain/console/screens.ts';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { MatchOutcome } from '../../../../domain/ledger/entry.ts';
import { FIELDS_OF_KIND, type Import, type RejectReason } from '../../../../domain/ledger/import.ts';
import { type CallState, useCall } from '../../../bridge/index.ts';
import {
  CopyText,
  countWords,
  EmptyState,
  entriesPath,
  Facts,
  ForeignText,
  grouped,
  InstantText,
  Link,
  Notice,
  PageFrame,
  Panel,
  plainText,
  ReadState,
  type RowLook,
  Table,
  useRouteFilters,
} from '../../../ui/index.ts';
import { NOT_LOOKED_AT, outcomeName, OUTCOMES_ON_SCREEN, bytesWords, formatParts } from '../../../parts/index.ts';
import { coverageWords, fieldWords, KIND_WORDS, MEANING_WORDS, statusWords } from './words.ts';
import { placeIn, placeText, REASON, reasonIn, REJECTS_PAGE, RejectsTable } from './rejects-table.tsx';
import { UndoDialog } from './undo-dialog.tsx';
import { useBooksBar } from './use-books-bar.ts';

type Answer = CallOutput<'imports.get'>;

const TITLE_LENGTH = 80;

export function ImportPage({ id }: { readonly id: string }) {
  const read = useCall('imports.get', { id }, { refreshOn: ['imports', 'entries'] });
  const [isUndoing, setUndoing] = useState(false);
  const bar = useBooksBar();
  const { data } = read;
  return (
    <PageFrame
      title={data === undefined ? 'Import' : plainText(data.import.fileName.slice(0, TITLE_LENGTH))}
      subtitle={
        data === undefined ? undefined : (
          <>
            <ForeignText text={data.import.sourceName} />, imported <InstantText value={data.import.at} withAge /> by{' '}
            {plainText(data.import.osUser.slice(0, 60))}
          </>
        )
      }
      back={<Link to={screenPath('imports')}>Imports</Link>}
      actions={
        <>
          {data === undefined ? null : (
            <Button
              leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
              disabled={bar !== null}
              title={bar ?? undefined}
              onClick={() => setUndoing(true)}
            >
              Undo…
            </Button>
          )}
        </>
      }
    >
      <Body read={read} id={id} />
      {isUndoing ? <UndoDialog id={id} onClose={() => setUndoing(false)} /> : null}
    </PageFrame>
  );
}

function Body({ read, id }: { readonly read: CallState<Answer>; readonly id: string }) {
  const isNew = useRouteFilters().flag('done') === true;
  if (read.failure?.kind === 'not-found') {
    return (
      <EmptyState kind="nothing-matches" title="This import is not in the books">
        It was undone, or it never was. <Link to={screenPath('imports')}>See the imports there are</Link>
      </EmptyState>
    );
  }
  return (
    <ReadState read={read} unreadTitle="The import could not be read">
      {({ import: present, handMatches, outcomes, rejectsByReason }) => (
        <>
          {isNew ? <DoneNotice present={present} /> : null}
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
            <OutcomesPanel present={present} outcomes={outcomes} />
            <KeptPanel present={present} handMatches={handMatches} />
          </SimpleGrid>
          <ReadPanel present={present} />
          {present.rejected === 0 ? null : (
            <ImportRejects id={id} total={present.rejected} byReason={rejectsByReason} />
          )}
        </>
      )}
    </ReadState>
  );
}

function DoneNotice({ present: { id, entries, rows } }: { readonly present: Import }) {
  return (
    <Notice
      tone="good"
      title={`Imported: ${countWords(entries, 'new entry', 'new entries')} of ${countWords(rows, 'row', 'rows')}`}
    >
      {entries === 0 ? (
        'Every row that can be read was here already.'
      ) : (
        <Link to={entriesPath({ importId: id })} inline>
          Work through its entries
        </Link>
      )}
    </Notice>
  );
}

interface OutcomeLine {
  readonly name: string;
  readonly count: number;
  readonly path: string;
  readonly look?: RowLook;
}

/** How its entries stand now, each count the way to its entries. */
function OutcomesPanel(props: { readonly present: Import; readonly outcomes: Answer['outcomes'] }) {
  const { id, kind, entries } = props.present;
  const countOf = (outcome: MatchOutcome | null): number =>
    props.outcomes.find((one) => one.outcome === outcome)?.count ?? 0;
  const open = countOf(null);
  const lines: readonly OutcomeLine[] = [
    ...OUTCOMES_ON_SCREEN.filter((outcome) => countOf(outcome) > 0).map((outcome) => ({
      name: outcomeName(outcome, kind),
      count: countOf(outcome),
      path: entriesPath({ importId: id, outcome }),
    })),
    ...(open === 0
      ? []
      : [{ name: NOT_LOOKED_AT, count: open, path: entriesPath({ importId: id, outcome: 'unmatched-yet' }) }]),
    { name: 'All entries', count: entries, path: entriesPath({ importId: id }), look: 'total' },
  ];
  return (
    <Panel
      title="How its entries stand now"
      note={open === 0 ? undefined : 'They are being held against the records.'}
      flush
    >
      {entries === 0 ? (
        <EmptyState kind="nothing-yet" title="It brought no new entry" />
      ) : (
        <Table
          label="Entries by how they stand"
          rows={lines}
          keyOf={({ name }) => name}
          lookOf={({ look }) => look}
          columns={({ cell, count }) => [
            cell('How they stand', ({ name, path }) => <Link to={path}>{name}</Link>),
            count('Count', (line) => line.count),
          ]}
        />
      )}
    </Panel>
  );
}

/** The file as it was, and what its rows became; the parts add up. */
function KeptPanel({ present, handMatches }: { readonly present: Import; readonly handMatches: number }) {
  const { fileName, bytes, sha256, rows, entries, repeated, rejected, covers, kind } = present;
  return (
    <Panel title="The file">
      <Facts
        of={[
          [
            'Rows',
            `${grouped(rows)} = ${grouped(entries)} entries + ${grouped(repeated)} repeated + ${grouped(rejected)} rejected`,
            'wide',
          ],
          ['Complete for', coverageWords(covers), 'wide'],
          ['What is in it', KIND_WORDS[kind].name],
          ['Size', bytesWords(bytes)],
          ['Matches by hand', grouped(handMatches)],
          ['Name', <ForeignText key="name" text={fileName} />, 'wide'],
          ['SHA-256 of the original file', <CopyText key="hash" value={sha256} label="SHA-256" wrap />, 'wide'],
        ]}
      />
    </Panel>
  );
}

/** How it was read: as it was then, whatever its source remembers now. */
function ReadPanel({ present: { kind, format, mapping } }: { readonly present: Import }) {
  const fields = FIELDS_OF_KIND[kind].filter((field) => mapping.columns[field] !== undefined);
  const words = Object.entries(mapping.statusWords);
  const shown = (text: string | null) => <ForeignText text={text} />;
  return (
    <Panel title="How it was read">
      <Facts
        of={[
          ...formatParts(format),
          ...fields.map(
            (field) => [fieldWords(kind, field).name, shown((mapping.columns[field] ?? '').slice(0, 200))] as const,
          ),
          mapping.columns.unit === undefined ? ['Currency of every row', shown(mapping.unit)] : null,
          kind === 'orders' ? ['The amount is', MEANING_WORDS[mapping.amountMeaning].name.toLowerCase()] : null,
          words.length === 0
            ? null
            : [
                kind === 'orders' ? 'Words of the status' : 'Words of the direction',
                shown(
                  words.map(([word, status]) => `“${word.slice(0, 80)}” is ${statusWords(kind, status)}`).join(', '),
                ),
                'wide',
              ],
        ]}
      />
    </Panel>
  );
}

const FROM = 'from';

/** Every rejected row, in the order of the file; reason and place stand in the address. */
function ImportRejects(props: {
  readonly id: string;
  readonly total: number;
  readonly byReason: Readonly<Partial<Record<RejectReason, number>>>;
}) {
  const { id, total, byReason } = props;
  const route = useRouteFilters();
  const reason = reasonIn(route.text(REASON));
  const which = reason ?? 'all';
  const offset = placeIn(route.text(FROM), which);
  const input = { id, ...(reason === null ? {} : { reason }), offset, limit: REJECTS_PAGE };
  const read = useCall('imports.rejects', input, { refreshOn: ['imports'], of: id });
  return (
    <Panel
      title={countWords(total, 'rejected row', 'rejected rows')}
      note="They are no entries. Put them right in the file and import it again: only they come in then."
      flush
    >
      <ReadState read={read} unreadTitle="The rejected rows could not be read">
        {(answer) => (
          <RejectsTable
            rejects={answer.rows}
            total={answer.total}
            offset={offset}
            byReason={byReason}
            reason={reason}
            isBefore={false}
            onTurn={(next) => route.change({ [FROM]: placeText(which, next) })}
          />
        )}
      </ReadState>
    </Panel>
  );
}
