// What has been said about the file so far, with the way back to each step.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Fact, FactGrid, ForeignText, hashHref, Panel, plainText } from '../../../ui/index.ts';
import { DOUBT_NAMES, fieldWords, readAsWords } from './format-words.ts';
import { type Reading, stepHref, type Wizard } from './use-wizard.ts';
import { claimOf, differences, isWayUnsaid, openDoubts, type Step } from './wizard.ts';
import { bytesWords, coverageWords } from './words.ts';
import { claimedDays, type Coverage, type CoverageClaim, FIELDS_OF_KIND } from '../../../../domain/import.ts';

export function Summary({ wizard, reading }: { readonly wizard: Wizard; readonly reading: Reading }): ReactNode {
  const { draft, handing, input, check, importing } = wizard;
  const { inspection, mapping, source, tolerances } = reading;
  const { state } = handing;
  const doubts = openDoubts(inspection, draft.said);
  const fields = FIELDS_OF_KIND[draft.kind].filter((field) => mapping.columns[field] !== undefined);
  const units = Object.entries(tolerances).sort(([left], [right]) => (left < right ? -1 : 1));
  const changes = source === null || input === null ? [] : differences(source, input);
  // What is being imported is as it is.
  const isOpen = importing.standing.kind !== 'running';
  const changing = (step: Step) => (isOpen ? { action: <Change step={step} /> } : {});
  return (
    <Panel title="What is imported">
      <FactGrid>
        <Fact label="File">
          {state.kind === 'there' ? (
            <>
              <ForeignText text={state.file.name} />{' '}
              <span className="mc-note mc-num">{bytesWords(state.file.bytes)}</span>
            </>
          ) : null}
        </Fact>
        <Fact label="Source" {...changing('columns')}>
          <ForeignText text={source?.name ?? draft.name} />
          {source === null ? <span className="mc-note"> new</span> : null}
          {changes.length === 0 ? null : (
            <span className="mc-note">
              {' '}
              {changes.length === 1 ? '1 thing' : `${changes.length} things`} remembered anew
            </span>
          )}
        </Fact>
        <Fact label="Complete for">
          <DaysWords claim={claimOf(draft.covers)} days={check.answer?.days} />
        </Fact>
        <Fact label="Tolerances">
          {units.length === 0 ? 'none' : units.map(([unit, amount]) => `± ${amount} ${plainText(unit)}`).join(', ')}
        </Fact>
        <Fact label="Read as" wide>
          {readAsWords(inspection.format)}
          {doubts.length === 0 ? null : (
            <Text span inherit c="var(--mc-warn-text)">
              {' '}
              {source === null ? 'Guessed with doubt' : 'Remembered so, though the file looks otherwise'}:{' '}
              {doubts.map((doubt) => DOUBT_NAMES[doubt]).join(', ')}.
            </Text>
          )}
        </Fact>
        <Fact label="Columns" wide>
          {fields.map((field, at) => (
            <span key={field}>
              {at === 0 ? '' : ', '}
              {fieldWords(draft.kind, field).name.toLowerCase()} from{' '}
              <ForeignText text={(mapping.columns[field] ?? '').slice(0, 80)} />
            </span>
          ))}
          {mapping.unit === null || mapping.columns.unit !== undefined ? '' : `, all in ${plainText(mapping.unit)}`}
          {isWayUnsaid(draft.kind, mapping, inspection.columns) ? (
            <Text span inherit c="var(--mc-warn-text)">
              {' '}
              Which way the money went is not said: all of it counts as come in.
            </Text>
          ) : null}
        </Fact>
      </FactGrid>
    </Panel>
  );
}

function Change({ step }: { readonly step: Step }): ReactNode {
  return (
    <a className="mc-link mc-link-inline" href={hashHref(stepHref(step))} aria-label={`Change: ${step}`}>
      Change
    </a>
  );
}

/** `days`: of its rows; undefined before the check. */
function DaysWords(props: { readonly claim: CoverageClaim; readonly days: Coverage | null | undefined }): ReactNode {
  const { claim, days } = props;
  if (claim === null && days === undefined) return 'the days of its rows';
  if (claim === null && days === null) return 'no day: no row has a date before today';
  return <span className="mc-num">{coverageWords(claimedDays(claim, days ?? null))}</span>;
}
