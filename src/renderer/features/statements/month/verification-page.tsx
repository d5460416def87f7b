// What lets somebody else trust a month. Open: the checks that a close needs, and reading again.
import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CheckedClose } from '../../../../domain/close.ts';
import { countWords, FailureNotice, Notice, Panel, PaperLocked, plainText, ReadState } from '../../../ui/index.ts';
import { AdjustmentsPanel } from '../closes/adjustments-panel.tsx';
import { LockedFacts, ProofPanel, VerifyPanel } from '../closes/proof-panel.tsx';
import { ReadingPanel } from '../closes/reading-panel.tsx';
import { RequirementList } from '../closes/requirement-list.tsx';
import { TieCoveragePanel } from '../closes/tie-coverage-panel.tsx';
import { needsReading } from '../closes/words.ts';
import { ClosedAroundNotice } from '../statement/closed-around.tsx';
import { monthName } from './close-words.ts';
import { MonthColumns, MonthFrame } from './month-frame.tsx';
import { ToClose } from './to-close.tsx';
import { type Month, useMonth } from './use-month.ts';

/** Of the month in the address. */
export function VerificationPage(): ReactNode {
  const month = useMonth();
  const { close, closeId, statement } = month;
  return (
    <MonthFrame
      month={month}
      tab="Verification"
      paperBar={closeId !== null && close.locked === null ? 'The close is not read' : null}
    >
      <ReadState read={statement} unreadTitle="The statement could not be made">
        {() =>
          closeId === null ? (
            <Open month={month} />
          ) : close.locked === null ? null : (
            <Closed close={close.locked} onChecked={close.retry} />
          )
        }
      </ReadState>
    </MonthFrame>
  );
}

function Open({ month }: { readonly month: Month }): ReactNode {
  const { readiness, period, tokens, isClosable, around } = month;
  const { data, failure, refresh, isPrevious } = readiness;
  if (!isClosable) return <ClosedAroundNotice around={around} />;
  const missing = data?.requirements.filter(({ met }) => !met).length ?? 0;
  return (
    <MonthColumns
      main={
        <Panel
          title="Checks"
          note={
            data === undefined
              ? undefined
              : isPrevious
                ? 'Looking again…'
                : missing === 0
                  ? 'Everything is there'
                  : `${data.requirements.length - missing} of ${data.requirements.length} are there`
          }
        >
          {failure === undefined ? null : <FailureNotice failure={failure} onRetry={refresh} />}
          {data === undefined ? null : (
            <Stack gap="sm">
              <RequirementList
                requirements={data.requirements}
                period={period}
                tokens={tokens ?? []}
                isOld={isPrevious}
              />
              {needsReading(data.requirements) || data.reading !== null ? (
                <ReadingPanel period={period} readiness={data} onChange={refresh} />
              ) : null}
            </Stack>
          )}
        </Panel>
      }
      side={<ToClose month={month} />}
    />
  );
}

function Closed({ close, onChecked }: { readonly close: CheckedClose; readonly onChecked: () => void }): ReactNode {
  const { document } = close;
  const { statement, overrideReason, requirements } = document;
  const { period } = statement;
  const missing = requirements.filter(({ met }) => !met).length;
  return (
    <>
      <PaperLocked document={document} />
      <LockedFacts close={close} onChecked={onChecked} />
      {overrideReason === null ? null : (
        <Notice
          tone="warn"
          title={`Closed although ${countWords(missing, 'requirement was', 'requirements were')} missing`}
        >
          {plainText(document.closedBy.slice(0, 200))} gave the reason: “{plainText(overrideReason)}”
        </Notice>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="sm">
        <Stack gap="sm">
          <Panel title="What was checked" note={`Before ${monthName(period)} was closed`}>
            <RequirementList requirements={requirements} period={period} isLocked />
          </Panel>
          <TieCoveragePanel tieOut={document.tieOut} />
        </Stack>
        <Stack gap="sm">
          <ProofPanel close={close} />
          <VerifyPanel close={close} />
        </Stack>
      </SimpleGrid>
      <AdjustmentsPanel filter={{ closeId: close.id }} />
    </>
  );
}
