// A resend as it goes on: what was delivered, what failed and what has no answer yet, why it waits or stopped, and what can be done next.
import { openRunIn, RunAlone, type RunActions, RunStanding } from '../../../../parts/index.ts';
import { Button, ColorSwatch, Group, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { BulkRun } from '../../../../../contract/calls/bulk.ts';
import { useCalls, useOnce, useProfile, useWriteBar } from '../../../../bridge/index.ts';
import { countWords, FailureNotice, grouped, navigateTo, planOfSelectionPath } from '../../../../ui/index.ts';
import { verbWords } from '../plan-words.ts';
import { isOpenRun } from '../../../../../domain/resend/bulk.ts';
import { COUNT_LOOKS, overCount, runStateWords, shownCounts } from './words.ts';
import { type RunOnScreen, type RunOrder, useBeginResend, useRests } from '../hooks.ts';

/** `planPath`: where another resend is planned, the screen of its own unless said; `onBegun`: where to go when the rest is on its way. */
export function RunBody(props: {
  readonly run: BulkRun;
  readonly state: RunOnScreen;
  readonly actions: RunActions;
  readonly planPath?: string;
  readonly onBegun: (runId: string) => void;
}) {
  const { run, state, actions, planPath, onBegun } = props;
  return (
    <Stack gap="sm">
      <FailureNotice failure={state.failure} onRetry={state.refresh} />
      <FailureNotice failure={actions.failure} />
      <RunStanding
        run={run}
        words={runStateWords(run)}
        waitLeftMs={state.waitLeftMs}
        left={overCount(run.counts) < run.counts.total ? run.estimate : undefined}
      />
      <Progress run={run} />
      <Counts run={run} />
      {isOpenRun(run.state) ? null : <After key={run.runId} run={run} planPath={planPath} onBegun={onBegun} />}
    </Stack>
  );
}

function Progress({ run }: { readonly run: BulkRun }) {
  const counts = shownCounts(run.counts);
  const over = overCount(counts);
  return (
    <div
      role="progressbar"
      aria-label="Items that have ended"
      aria-valuemin={0}
      aria-valuemax={counts.total}
      aria-valuenow={over}
      aria-valuetext={`${grouped(over)} of ${countWords(counts.total, 'item', 'items')}`}
      style={{ display: 'flex', gap: 2, height: 8, borderRadius: 4, overflow: 'hidden' }}
    >
      {COUNT_LOOKS.map(({ name, color }) =>
        counts[name] === 0 ? null : (
          <span key={name} style={{ flex: `${counts[name]} 0 3px`, background: `var(${color})` }} />
        ),
      )}
    </div>
  );
}

/** The three that matter always, the others where there are any. */
function Counts({ run }: { readonly run: BulkRun }) {
  const counts = shownCounts(run.counts);
  const { unknown } = counts;
  return (
    <>
      <Group gap="lg" component="dl" m={0}>
        {COUNT_LOOKS.filter(({ name, always }) => always === true || counts[name] > 0).map(
          ({ name, label, hint, color }) => (
            <div key={name} title={hint}>
              <Group gap={6} component="dt" fz="xs" c="dimmed">
                <ColorSwatch size={9} radius={2} withShadow={false} color={`var(${color})`} aria-hidden="true" />
                {label}
              </Group>
              <Text component="dd" m={0} fz={20} lh="28px" fw={600} className="mc-num">
                {grouped(counts[name])}
              </Text>
            </div>
          ),
        )}
      </Group>
      <RunAlone state={run.state} done="sent" />
      {unknown === 0 || isOpenRun(run.state) ? null : (
        <Text size="xs" c="dimmed">
          {countWords(unknown, 'item ended', 'items ended')} without certainty: never repeated by itself, looked at
          again for a day, and yours to decide on the page of the invoice.
        </Text>
      )}
    </>
  );
}

/** What comes next once it is over: the rest of a test that was delivered, or what failed once more. Nothing is sent by itself. */
function After(props: {
  readonly run: BulkRun;
  readonly planPath: string | undefined;
  readonly onBegun: (runId: string) => void;
}) {
  const { run, planPath, onBegun } = props;
  const rest = useRests(({ byTest }) => byTest.get(run.runId));
  return (
    <Group gap="xs">
      {rest === undefined ? null : run.counts.delivered > 0 ? (
        <RestButton rest={rest} onBegun={onBegun} />
      ) : (
        <Text>
          The test has not arrived, so the other {grouped(rest.invoices.length)} were not sent. Mend the receiver and
          test again.
        </Text>
      )}
      {run.counts.failed === 0 ? null : <FailedButton run={run} planPath={planPath} />}
    </Group>
  );
}

function RestButton({ rest, onBegun }: { rest: RunOrder; onBegun: (runId: string) => void }) {
  const { begin, isBeginning, failure } = useBeginResend(onBegun);
  const bar = useWriteBar();
  return (
    <>
      <Button
        variant="filled"
        leftSection={<IconSend size={16} aria-hidden="true" />}
        loading={isBeginning}
        disabled={bar !== null}
        onClick={() => begin(rest)}
      >
        Resend the other {grouped(rest.invoices.length)}
      </Button>
      {failure === undefined ? null : openRunIn(failure) === null ? (
        <FailureNotice failure={failure} />
      ) : (
        <Text size="xs">Another resend is still open; nothing of this one was begun.</Text>
      )}
    </>
  );
}

const PAGE = 200;

/** Plans the failed ones once more: what was delivered meanwhile, or is on its way, stays out as in any other. */
function FailedButton({ run, planPath }: { readonly run: BulkRun; readonly planPath: string | undefined }) {
  const { id: profile } = useProfile();
  const { run: call, failure } = useCalls();
  const { once, busy } = useOnce();
  const { failed } = run.counts;
  const plan = async (): Promise<void> => {
    if (profile === null) return;
    const uuids: string[] = [];
    for (let offset = 0; offset < failed; offset += PAGE) {
      const input = { runId: run.runId, standing: ['failed' as const], offset, limit: PAGE };
      // One page after the other: a run has a thousand items at most.
      // oxlint-disable-next-line no-await-in-loop
      const result = await call('resends.report', input);
      if (!result.ok) return;
      uuids.push(...result.value.rows.map(({ invoiceUuid }) => invoiceUuid));
    }
    navigateTo(planOfSelectionPath(profile, uuids, planPath));
  };
  return (
    <>
      <Button loading={busy} title={verbWords(failed)} onClick={() => void once(plan)}>
        Resend the {grouped(failed)} failed…
      </Button>
      <FailureNotice failure={failure} />
    </>
  );
}
