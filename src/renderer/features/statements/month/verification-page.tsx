// What lets somebody else trust a month. Open: the checks that a close needs, and reading again.
import { Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import {
  IconCheck,
  IconCircleDashed,
  IconDownload,
  IconLock,
  IconRefresh,
  IconShieldCheck,
  IconShieldX,
} from '@tabler/icons-react';
import type { CheckedClose, RequirementStanding } from '../../../../domain/period/close.ts';
import {
  CopyText,
  countWords,
  Facts,
  FailureNotice,
  failureWords,
  ForeignText,
  grouped,
  InstantText,
  Link,
  Note,
  Notice,
  Panel,
  plainText,
  ReadState,
  shortHash,
  Table,
  Under,
} from '../../../ui/index.ts';
import { COVERAGE_WORDS, coverageReasons, FINDING_WORDS, PaperLocked, periodWords } from '../../../parts/index.ts';
import { AdjustmentsPanel } from '../closes/adjustments-panel.tsx';
import { CorrectDialog } from '../closes/correct-dialog.tsx';
import { ReadingPanel } from '../closes/reading-panel.tsx';
import { VersionsPanel } from '../closes/open-exceptions.tsx';
import { isHard, needsReading, requirementWords, rowsOfRequirement } from '../closes/words.ts';
import { type Month, monthName, useMonth } from './use-month.ts';
import { ClosedAroundNotice } from '../statement/closed-around.tsx';
import { MonthColumns, MonthFrame } from './month-frame.tsx';
import { ToClose } from './to-close.tsx';
import type { Failure } from '../../../../domain/kernel/failure/failure.ts';
import { useBridge, useExport, useProfile } from '../../../bridge/index.ts';
import { exportWords } from '../../../parts/export-menu.tsx';
import type { Period } from '../../../../domain/period/period.ts';
import type { TokenStatement } from '../../../../domain/period/statement.ts';
import { TIE_COVERAGES, type TieOutReport } from '../../../../domain/reconcile/tie-out.ts';

/** Of the month in the address. */
export function VerificationPage() {
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

function Open({ month }: { readonly month: Month }) {
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
          <FailureNotice failure={failure} onRetry={refresh} />
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

function Closed({ close, onChecked }: { readonly close: CheckedClose; readonly onChecked: () => void }) {
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
      <VersionsPanel period={period} />
      <AdjustmentsPanel filter={{ closeId: close.id }} />
    </>
  );
}

/** The answer first: is it still as it was closed? Then who closed it, and when. */
function LockedFacts(props: { readonly close: CheckedClose; readonly onChecked: () => void }) {
  const { close, onChecked } = props;
  const { proof, document, facts } = close;
  const { closedAt, closedBy, statement } = document;
  const bridge = useBridge();
  const profile = useProfile().id;
  const [isChecking, setChecking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const check = async (): Promise<void> => {
    if (profile === null) return;
    setChecking(true);
    const answer = await bridge.call('periods.get', { id: close.id, verify: true }, { profile });
    setChecking(false);
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) onChecked();
  };
  const Icon = proof.verified ? IconShieldCheck : IconShieldX;
  return (
    <Panel>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <Icon size={24} color={proof.verified ? 'var(--mc-good-text)' : 'var(--mc-bad-text)'} aria-hidden="true" />
          <div aria-live="polite">
            <Text size="xl" fw={600}>
              {periodWords(statement.period)} is {proof.verified ? 'still exactly' : 'NOT'} as it was closed
            </Text>
            <Text c="dimmed" component="div">
              Closed by {plainText(closedBy.slice(0, 200))}, <InstantText value={closedAt} withZone />. All{' '}
              {grouped(facts)} rows hashed again <InstantText value={proof.checkedAt} />.
              {failure === null ? '' : ` ${failureWords(failure).sentence}`}
            </Text>
          </div>
        </Group>
        <Button
          className="mc-no-print"
          leftSection={<IconRefresh size={16} aria-hidden="true" />}
          loading={isChecking}
          onClick={() => void check()}
        >
          Check again
        </Button>
      </Group>
    </Panel>
  );
}

function ProofPanel({ close }: { readonly close: CheckedClose }) {
  const { sha256, document } = close;
  const exporting = useExport();
  const [isCorrecting, setCorrecting] = useState(false);
  return (
    <Panel title="Proof">
      <Facts
        of={[
          ['SHA-256', <CopyText key="hash" value={sha256} label="SHA-256" wrap />, 'wide'],
          [
            'SHA-256 of the close before it',
            document.previousSha256 === null ? (
              'None: it is the first'
            ) : (
              <CopyText
                key="before"
                value={document.previousSha256}
                shown={shortHash(document.previousSha256)}
                label="SHA-256 of the close before"
              />
            ),
          ],
          [
            'Audit log',
            document.auditHead === null || document.auditHead.sha256 === null ? (
              'Not in this close'
            ) : (
              <CopyText
                key="audit"
                value={document.auditHead.sha256}
                shown={`${grouped(document.auditHead.entries)} entries, ${shortHash(document.auditHead.sha256)}`}
                label="Hash of the last entry of the audit log"
              />
            ),
          ],
          ...(document.supersedes === null
            ? []
            : [
                [
                  'Supersedes',
                  <CopyText
                    key="supersedes"
                    value={document.supersedes.sha256}
                    shown={shortHash(document.supersedes.sha256)}
                    label="SHA-256 of the superseded close"
                  />,
                ] as const,
              ]),
          [
            'Business',
            `${plainText(document.business.profile.slice(0, 200))}${document.business.sandbox ? ' (SANDBOX)' : ''}`,
          ],
          ['API', <ForeignText key="api" text={document.business.origin} />],
        ]}
      />
      <Group mt="md" gap="sm" className="mc-no-print">
        <Button
          variant="filled"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          loading={exporting.state.kind === 'running'}
          onClick={() => exporting.start({ kind: 'close', closeId: close.id })}
        >
          Download proof file
        </Button>
        <Button onClick={() => setCorrecting(true)}>Supersede this close…</Button>
        <Text c="dimmed" role="status">
          {exportWords(exporting.state)}
        </Text>
      </Group>
      {isCorrecting ? <CorrectDialog close={close} onClose={() => setCorrecting(false)} /> : null}
    </Panel>
  );
}

function VerifyPanel({ close: { document } }: { readonly close: CheckedClose }) {
  return (
    <Panel title="Verify it without this console">
      <Stack gap="xs" component="ol" m={0} pl="lg" fz="sm">
        <li>Download the proof file: statement, tie-out, certificates, the reason and every row, one line each.</li>
        <li>
          Compute its SHA-256: <Code>sha256sum FILE</Code>
        </li>
        <li>
          Compare it with the one above. Equal: nothing was changed since <InstantText value={document.closedAt} />.
        </li>
        <li>Add up its rows, if you like: twenty lines in docs/close-format.md give the same sums.</li>
      </Stack>
    </Panel>
  );
}

interface ListProps {
  readonly requirements: readonly RequirementStanding[];
  readonly period: Period;
  /** The accounts of the statement: they tell where rows without a place are. */
  readonly tokens?: readonly TokenStatement[];
  readonly isLocked?: boolean;
  /** They are of what was typed before. */
  readonly isOld?: boolean;
}

function RequirementList(props: ListProps) {
  const { requirements, period, tokens = [], isLocked = false, isOld = false } = props;
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-busy={isOld}>
      {requirements.map((standing) => (
        <Requirement key={standing.requirement} {...{ standing, period, tokens, isLocked }} />
      ))}
    </Stack>
  );
}

function Requirement(
  props: Required<Pick<ListProps, 'period' | 'tokens' | 'isLocked'>> & { readonly standing: RequirementStanding },
) {
  const { standing, period, tokens, isLocked } = props;
  const { met, at, requirement } = standing;
  const { title, todo } = requirementWords(standing);
  const rows = isLocked || met ? [] : rowsOfRequirement(requirement, period, tokens);
  const Icon = met ? IconCheck : isHard(requirement) ? IconLock : IconCircleDashed;
  const colour = met ? 'var(--mc-good-text)' : 'var(--mc-warn-text)';
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
      <Icon size={18} color={colour} aria-hidden="true" />
      <Text flex={1} component="div">
        {title}{' '}
        <Text span size="xs" c="dimmed">
          {met ? 'met' : isLocked ? 'was missing' : 'missing'}
        </Text>
        {met ? null : (
          <Text size="xs" c="dimmed" component="div">
            {isLocked ? null : todo}
            {rows.map(({ label, path }) => (
              <Fragment key={path}>
                {' '}
                <Link to={path} inline>
                  {label}
                </Link>
              </Fragment>
            ))}
            {isLocked && standing.count > 0 ? `${grouped(standing.count)} stood in the way.` : null}
          </Text>
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {at === null ? null : <InstantText value={at} />}
      </Text>
    </Group>
  );
}

function TieCoveragePanel({ tieOut }: { readonly tieOut: TieOutReport }) {
  const { invoices, withdrawals, findings } = tieOut;
  return (
    <Panel
      title="Tie-out"
      note={`${countWords(invoices.count, 'paid invoice', 'paid invoices')} of the month, as they were tied then`}
    >
      <Stack gap="xs">
        <Table
          label="Coverage"
          rows={[...TIE_COVERAGES]}
          keyOf={(coverage) => coverage}
          columns={({ cell, count }) => [
            cell('On how many sides', (coverage) => (
              <>
                {COVERAGE_WORDS[coverage].name}
                {coverageReasons(tieOut, coverage).map(({ words, count: number }) => (
                  <Under key={words}>
                    {words} {grouped(number)}
                  </Under>
                ))}
              </>
            )),
            count('Invoices', (coverage) => invoices[coverage]),
          ]}
        />
        <Note>
          Withdrawals, amount − network fee = sent: {grouped(withdrawals.tied)} of {grouped(withdrawals.count)} agree.
        </Note>
        {findings.length === 0 ? (
          <Note>Nothing was found that contradicts itself.</Note>
        ) : (
          <Table
            label="Differences by kind"
            rows={findings}
            keyOf={({ kind, unit }) => `${kind} ${unit ?? ''}`}
            columns={({ cell, count, money }) => [
              cell('Difference', ({ kind }) => FINDING_WORDS[kind].name),
              count('Count', ({ count: number }) => number),
              money('Amount', ({ delta }) => delta, {
                sign: true,
                unit: ({ unit }) => unit ?? undefined,
                currency: ({ unit }) => unit ?? undefined,
              }),
            ]}
          />
        )}
      </Stack>
    </Panel>
  );
}
