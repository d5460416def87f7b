// The views of the exceptions: which findings each shows, and the line of them above every one of them, counted.
import { ActionIcon, Loader, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FINDING_KINDS, type FindingKind, MATCH_FINDING_KINDS } from '../../../../domain/kernel/finding.ts';
import { type ScreenId, SCREENS } from '../../../../domain/console/screens.ts';
import { useAction, useCall } from '../../../bridge/index.ts';
import { FailureNotice, failureWords, ListStrip } from '../../../ui/index.ts';
import { Said, type Triaging } from '../../../parts/index.ts';
import { MINE } from './filters.ts';
import { AgeingToggle } from './ageing.tsx';
import { RunWords, useRunning } from './last-run.tsx';

/** Views that are a part of the list; `exceptions` is all of it. */
export type FindingView = Extract<ScreenId, 'exceptions' | `exceptions-${string}`>;

const WEBHOOKS: readonly FindingKind[] = [
  'credited-differs',
  'stale-receiver',
  'told-other-end',
  'delivery-missing',
  'delivery-twice',
];
const OTHERS: ReadonlySet<FindingKind> = new Set(['adjusted', 'case', ...WEBHOOKS, ...MATCH_FINDING_KINDS]);

/** The kinds of a view; every kind but that of the adjusted is in exactly one of the parts. */
export const KINDS_OF: Readonly<Record<FindingView, readonly FindingKind[]>> = {
  exceptions: FINDING_KINDS,
  'exceptions-cases': ['case'],
  'exceptions-webhooks': WEBHOOKS,
  'exceptions-ledger': MATCH_FINDING_KINDS,
  'exceptions-records': FINDING_KINDS.filter((kind) => !OTHERS.has(kind)),
};

const SHORT: Partial<Record<ScreenId, string>> = {
  exceptions: 'All',
  'exceptions-webhooks': 'Webhooks',
  'exceptions-ledger': 'Ledger',
  'exceptions-records': 'Records',
  unreadable: 'Unreadable',
};

const ONE = { offset: 0, limit: 1 } as const;

/** Above each of them. `onRun`: reconciliation has begun anew; `instead`: what is chosen. */
export function ExceptionViews(props: {
  readonly here: ScreenId;
  readonly triage?: Pick<Triaging<never>, 'said'>;
  readonly instead?: ReactNode;
  readonly onRun?: () => void;
}) {
  const { here, triage, instead, onRun } = props;
  const counts = useCall('exceptions.counts', {}, { refreshOn: ['exceptions'] }).data;
  const late = useCall('history.late', ONE, { refreshOn: ['invoices', 'withdrawals'] }).data?.total;
  const unreadable = useCall('quarantine.page', ONE, { refreshOn: ['quarantine'] }).data?.total;
  // Before anybody has looked nothing is counted, which is not the same as none.
  const looked = counts === undefined || counts.run === null ? undefined : counts;
  const open = (kinds: readonly FindingKind[]): number | null =>
    looked?.kinds.reduce((sum, one) => (kinds.includes(one.kind) ? sum + one.open : sum), 0) ?? null;
  const counted: Partial<Record<ScreenId, number | null | undefined>> = {
    'late-changes': late,
    unreadable,
    adjusted: open(['adjusted']),
  };
  const { me, assignees } =
    useCall(
      'exceptions.counts',
      here === 'exceptions' || !isFindingView(here) ? {} : { filter: { kind: [...KINDS_OF[here]] } },
      { refreshOn: ['exceptions'] },
    ).data ?? {};
  const mine = typeof me === 'string' && isFindingView(here) ? [{ label: 'Mine', sets: { assignee: MINE } }] : [];
  const countOf = (id: ScreenId): number | null => (isFindingView(id) ? open(KINDS_OF[id]) : (counted[id] ?? null));
  return (
    <ListStrip
      instead={instead}
      isYielding={(triage?.said ?? '') === ''}
      views={[
        ...SCREENS.filter(({ id, viewOf }) => viewOf === 'exceptions' || id === 'exceptions').map(
          ({ id, label, path }) => ({ label: SHORT[id] ?? label, path, count: countOf(id), isHere: id === here }),
        ),
        ...mine.map((view) => ({
          ...view,
          count: assignees === undefined ? null : (assignees.find(({ assignee }) => assignee === me)?.open ?? 0),
        })),
      ]}
    >
      <Said triage={triage}>{counts === undefined ? null : <RunWords counts={counts} />}</Said>
      {isFindingView(here) ? <AgeingToggle /> : null}
      <RunNow onRun={onRun} />
    </ListStrip>
  );
}

function isFindingView(id: ScreenId): id is FindingView {
  return Object.hasOwn(KINDS_OF, id);
}

function RunNow({ onRun }: { readonly onRun: (() => void) | undefined }) {
  const { run, busy, failure } = useAction('reconciliation.run');
  const isRunning = useRunning() !== undefined;
  const begin = async (): Promise<void> => {
    if ((await run({}))?.ok === true) onRun?.();
  };
  if (failure !== undefined && failure.kind !== 'cancelled') {
    return (
      <span role="alert" title={failureWords(failure).sentence}>
        <FailureNotice failure={failure} onRetry={() => void begin()} />
      </span>
    );
  }
  return (
    <Tooltip label="Run reconciliation now">
      <ActionIcon size={24} aria-label="Run now" disabled={busy || isRunning} onClick={() => void begin()}>
        {busy || isRunning ? <Loader size={14} /> : <IconRefresh size={16} aria-hidden="true" />}
      </ActionIcon>
    </Tooltip>
  );
}
