// The way from a file to an import, step by step; the step stands in the address.
import { DOUBT_NAMES, DropPlace, formatParts, openDoubts } from '../../../parts/index.ts';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { Button, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { screenPath } from '../../../../domain/console/screens.ts';
import { shortText } from '../../../../domain/kernel/text/plain-text.ts';
import {
  engineWords,
  Facts,
  FailureNotice,
  ForeignText,
  grouped,
  hashHref,
  Link,
  Note,
  Notice,
  PageFrame,
  Panel,
  plainText,
  type RowLook,
  Table,
  useRouteFilters,
} from '../../../ui/index.ts';
import { ColumnsStep } from './columns-step.tsx';
import { useBooksBar } from './use-books-bar.ts';
import { stepHref, type StepProps, useWizard, type Wizard } from './use-wizard.ts';
import { claimOf, coverBar, isWayUnsaid, mappingLacks, nameBar } from './wizard.ts';
import { StepBody, StepFoot, StepRow } from './wizard-frame.tsx';
import type { CallOutput } from '../../../../contract/calls.ts';
import {
  CheckDoubts,
  CheckedRejects,
  CheckFigures,
  type CheckProps,
  doubtBar,
  HeldAgainst,
  MissingDays,
  Sums,
  WhatItDoes,
} from './check-parts.tsx';
import { CheckProgress } from './check-progress.tsx';
import { ImportOutcome, ImportPanel, ImportProgress, useArrivalAt } from './import-panel.tsx';
import { SOURCE_KINDS } from '../../../../domain/ledger/entry.ts';
import { claimedDays, type Coverage, type CoverageClaim, FIELDS_OF_KIND } from '../../../../domain/ledger/import.ts';
import {
  BUCKETS,
  bucketWords,
  coverageWords,
  fieldWords,
  GROUP_WORDS,
  type ImportBucketGroup,
  KIND_WORDS,
} from './words.ts';
import './imports.module.css';

/** `bar`: why no file can be handed over now; null when it can. */
function FileStep({ wizard, bar }: { readonly wizard: Wizard; readonly bar: string | null }) {
  const { handing, draft, look, reading } = wizard;
  const route = useRouteFilters();
  const { state } = handing;
  const isThere = state.kind === 'there';
  return (
    <>
      <Panel title="What is in it?">
        <SegmentedControl
          aria-label="What is in it?"
          value={draft.kind}
          disabled={state.kind === 'sending'}
          data={SOURCE_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind].name }))}
          onChange={(next) => route.change({ kind: next === 'wallet' ? 'wallet' : undefined }, { replace: true })}
        />
        <Note>{KIND_WORDS[draft.kind].hint}</Note>
      </Panel>
      <Panel
        title="The file"
        note={`CSV or XLSX, at most 1 GiB and ${grouped(2_000_000)} rows. It stays on ${engineWords().computer}.`}
      >
        <DropPlace handing={handing} bar={bar} label="File to import" />
        <Stack gap="sm" mt="sm">
          {state.kind === 'failed' ? (
            <FailureNotice
              failure={state.failure}
              onRetry={state.failure.kind === 'file-refused' ? undefined : handing.again}
              retryLabel="Hand it over again"
            />
          ) : null}
          {isThere && look.failure !== undefined ? (
            <FailureNotice failure={look.failure} onRetry={look.refresh} />
          ) : null}
        </Stack>
      </Panel>
      {isThere ? (
        <StepFoot
          step="file"
          bar={
            reading !== null
              ? null
              : look.failure === undefined
                ? 'Looking at the beginning of the file…'
                : 'Choose another file.'
          }
        />
      ) : null}
    </>
  );
}

type Checked = CallOutput<'imports.check'>;

/** `bar`: why nothing can be kept now; null when it can. */
function CheckStep({ wizard, reading, bar }: StepProps & { readonly bar: string | null }) {
  const { check, importing } = wizard;
  const lacks = mappingLacks(wizard.draft.kind, reading.mapping);
  const canRun = lacks.length === 0 && !reading.isOld && wizard.look.failure === undefined;
  const { kind } = importing.standing;
  const isKeeping = kind === 'running' || kind === 'done';
  const answer = isKeeping ? null : check.answer;
  // Of this answer alone: another check may be odd in another way.
  const [looked, setLooked] = useState<Checked | null>(null);
  const isSure = looked === answer;
  const ofKind = wizard.sources.data?.sources.filter((source) => source.kind === wizard.draft.kind) ?? [];
  useOwnRun(canRun && !isKeeping && kind !== 'lost', wizard);
  useArrivalAt(importing.standing);
  return (
    <>
      <ImportOutcome wizard={wizard} />
      {lacks.length === 0 ? null : (
        <Notice tone="warn" title="It cannot be checked yet">
          Still missing: {lacks.join('; ')}.{' '}
          <Link to={stepHref('columns')} inline>
            Look at the columns
          </Link>
        </Notice>
      )}
      <FailureNotice failure={wizard.look.failure} onRetry={wizard.look.refresh} />
      {check.isRunning ? <CheckProgress onStop={check.stop} /> : null}
      <FailureNotice failure={check.failure} onRetry={check.run} retryLabel="Check again" />
      {check.isStopped ? (
        <Notice tone="quiet" title="The check was stopped" action={{ label: 'Check it', run: check.run }}>
          Nothing was kept.
        </Notice>
      ) : null}
      {answer === null ? null : (
        <>
          <CheckFigures kind={wizard.draft.kind} answer={answer} />
          <CheckDoubts
            kind={wizard.draft.kind}
            answer={answer}
            isSure={isSure}
            onSure={(next) => setLooked(next ? answer : null)}
          />
        </>
      )}
      {/* It stays while other days are checked, and the keyboard in it. */}
      {wizard.asSaid === null || isKeeping ? null : (
        <MissingDays
          kind={wizard.draft.kind}
          answer={wizard.asSaid}
          draft={wizard.draft}
          isAlone={ofKind.every(({ id }) => id === reading.source?.id)}
          onCovers={(covers) => wizard.change({ covers })}
        />
      )}
      {answer === null ? null : <Result wizard={wizard} reading={reading} answer={answer} bar={bar} isSure={isSure} />}
      {isKeeping ? <ImportProgress importing={importing} /> : null}
      {check.answer === null || isKeeping ? <Summary wizard={wizard} reading={reading} /> : null}
      {check.answer === null && !isKeeping ? (
        <StepFoot
          step="check"
          bar={check.isRunning ? 'Checking. Nothing is kept.' : null}
          action={
            <Button variant="filled" disabled>
              Import
            </Button>
          }
        />
      ) : null}
    </>
  );
}

/** Begins by itself once, for exactly what is said now: it keeps nothing, and nobody can decide without it. */
function useOwnRun(canRun: boolean, { check }: Wizard): void {
  const isDue = canRun && !check.isRunning && check.answer === null && check.failure === null && !check.isStopped;
  const run = useEffectEvent(() => check.run());
  useEffect(() => {
    if (isDue) run();
  }, [isDue]);
}

function Result(
  props: StepProps & { readonly answer: Checked; readonly bar: string | null; readonly isSure: boolean },
) {
  const { wizard, reading, answer, bar, isSure } = props;
  const { draft, sources } = wizard;
  const { kind } = draft;
  const unnamed = nameBar(draft.name, reading.source, sources.data?.sources ?? []) ?? coverBar(draft.covers);
  return (
    <>
      <UnknownWords words={answer.unknownStatusWords} isRejected={reading.mapping.otherStatus === null} />
      <HeldAgainst answer={answer} />
      <WhatItDoes kind={kind} answer={answer} sourceName={reading.source?.name ?? draft.name} />
      <Panel title="What would become of its rows" note="Nothing is kept yet." flush>
        <BucketsTable kind={kind} answer={answer} />
      </Panel>
      <Sums sums={answer.sums} />
      <CheckedRejects answer={answer} />
      <Summary wizard={wizard} reading={reading} />
      <ImportPanel
        wizard={wizard}
        answer={answer}
        bar={bar ?? unnamed ?? doubtBar(answer, isSure)}
        unnamed={unnamed !== null}
      />
    </>
  );
}

/** Words that the mapping does not know decide nothing without anybody noticing. */
function UnknownWords(props: { readonly words: readonly string[]; readonly isRejected: boolean }) {
  const { words, isRejected } = props;
  if (words.length === 0) return null;
  const few = words.slice(0, 8).map((word) => `“${plainText(word.slice(0, 40))}”`);
  const [them, mean] = words.length === 1 ? ['it', 'it means'] : ['them', 'they mean'];
  return (
    <Notice
      tone="warn"
      title={words.length === 1 ? 'A word has no meaning yet' : `${words.length} words have no meaning yet`}
    >
      {isRejected ? `Rows with ${them} are rejected: ` : 'Taken like any other word: '}
      <span dir="auto">{few.join(', ')}</span>
      {words.length > few.length ? ` and ${words.length - few.length} more` : ''}.{' '}
      <Link to={stepHref('columns')} inline>
        Say what {mean}
      </Link>
    </Notice>
  );
}

const COLOURS: Readonly<Record<ImportBucketGroup, string>> = {
  agree: 'var(--mc-good-text)',
  look: 'var(--mc-warn-text)',
  aside: 'var(--mc-control)',
};
const GROUPS = ['agree', 'look', 'aside'] as const;

interface Line {
  readonly name: string;
  readonly count: number;
  readonly meaning: string;
  readonly look: RowLook;
}

/** A bar of the groups, then every bucket that has rows, then the sum beside the file's rows. */
function BucketsTable({ kind, answer: { rows, buckets } }: CheckProps) {
  const groups = GROUPS.map((group) => {
    const own = BUCKETS.filter((bucket) => bucketWords(bucket, kind).group === group);
    return { group, own, count: own.reduce((total, bucket) => total + buckets[bucket], 0) };
  });
  const sum = groups.reduce((all, { count }) => all + count, 0);
  const lines = groups.flatMap(({ group, own, count }): Line[] => [
    { name: GROUP_WORDS[group].name, count, meaning: GROUP_WORDS[group].hint, look: 'sum' },
    ...own
      .filter((bucket) => buckets[bucket] > 0)
      .map((bucket): Line => {
        const { title, meaning } = bucketWords(bucket, kind);
        return { name: title, count: buckets[bucket], meaning, look: 'part' };
      }),
  ]);
  const total: Line = {
    name: 'Rows of the file',
    count: rows,
    // Never expected; counts that are not right are said, not hidden.
    meaning:
      sum === rows ? 'The counts above add up to it.' : 'The counts above do not add up to it: do not import it.',
    look: 'total',
  };
  return (
    <>
      <Progress.Root size={8} mx="md" mb="xs" aria-hidden="true">
        {groups.map(({ group, count }) => (
          <Progress.Section key={group} value={rows === 0 ? 0 : (count * 100) / rows} color={COLOURS[group]} />
        ))}
      </Progress.Root>
      <Table
        label="Rows by what became of them"
        rows={[...lines, total]}
        keyOf={({ name }) => name}
        lookOf={({ look }) => look}
        columns={({ cell, count }) => [
          cell('Rows', ({ name }) => name),
          count('Count', (line) => line.count),
          cell('Meaning', ({ meaning }) => meaning),
        ]}
      />
    </>
  );
}

export function NewImportPage() {
  const wizard = useWizard();
  const bar = useBooksBar();
  const { reading } = wizard;
  const { state } = wizard.handing;
  const file = state.kind === 'there' ? state.file : null;
  const isBusy = wizard.importing.standing.kind === 'running';
  // A step has many fields and rows: it is made in slices while the one before stays, and not in one long task.
  const step = useDeferredValue(reading === null ? 'file' : wizard.step);
  return (
    <PageFrame
      title="Import a file"
      standing={<StepRow step={step} isOpen={reading !== null && !isBusy} />}
      actions={file === null ? undefined : <ForeignText text={shortText(file.name, 48)} />}
      back={<Link to={screenPath('imports')}>Imports</Link>}
    >
      <StepBody step={step}>
        {reading === null || step === 'file' ? (
          <FileStep wizard={wizard} bar={bar} />
        ) : step === 'columns' ? (
          <ColumnsStep wizard={wizard} reading={reading} />
        ) : (
          <CheckStep wizard={wizard} reading={reading} bar={bar} />
        )}
      </StepBody>
    </PageFrame>
  );
}

/** What has been said about the file so far, with the way back to it. */
function Summary({ wizard, reading }: StepProps) {
  const { draft, handing, check, importing } = wizard;
  const { inspection, mapping, source, tolerances } = reading;
  const { state } = handing;
  const doubts = openDoubts(inspection, draft.said).map((doubt) => DOUBT_NAMES[doubt]);
  const fields = FIELDS_OF_KIND[draft.kind].filter((field) => mapping.columns[field] !== undefined);
  const units = Object.entries(tolerances).map(([unit, amount]) => `± ${amount} ${plainText(unit)}`);
  return (
    <Panel
      title="What is imported"
      actions={
        // What is being imported is as it is.
        importing.standing.kind === 'running' ? undefined : (
          <a className="mc-link" href={hashHref(stepHref('columns'))} aria-label="Change: columns">
            Change
          </a>
        )
      }
    >
      <Facts
        of={[
          ['File', state.kind === 'there' ? <ForeignText key="file" text={state.file.name} /> : null],
          ['Source', <ForeignText key="source" text={source?.name ?? `${draft.name} (new)`} />],
          ['Complete for', daysWords(claimOf(draft.covers), check.answer?.days)],
          ['Tolerances', units.length === 0 ? 'none' : units.sort().join(', ')],
          ...formatParts(inspection.format),
          doubts.length === 0
            ? null
            : [
                'In doubt',
                <Text key="doubts" span inherit c="var(--mc-warn-text)">
                  {source === null ? 'Guessed with doubt' : 'Remembered so, though the file looks otherwise'}:{' '}
                  {doubts.join(', ')}.
                </Text>,
                'wide',
              ],
          [
            'Columns',
            <ForeignText
              key="columns"
              text={[
                ...fields.map(
                  (field) =>
                    `${fieldWords(draft.kind, field).name.toLowerCase()} from ${(mapping.columns[field] ?? '').slice(0, 80)}`,
                ),
                ...(mapping.unit === null || mapping.columns.unit !== undefined ? [] : [`all in ${mapping.unit}`]),
              ].join(', ')}
            />,
            'wide',
          ],
          isWayUnsaid(draft.kind, mapping, inspection.columns)
            ? ['Direction', 'Which way the money went is not said: all of it counts as come in.', 'wide']
            : null,
        ]}
      />
    </Panel>
  );
}

function daysWords(claim: CoverageClaim, days: Coverage | null | undefined): string {
  if (claim === null && days === undefined) return 'the days of its rows';
  if (claim === null && days === null) return 'no day: no row has a date before today';
  return coverageWords(claimedDays(claim, days ?? null));
}
