/**
 * How far reconciliation has come: when it last looked at everything, at how much, of which lists; and a way to have it look now. Not here:
 * the look itself (the engine).
 */
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCall } from '../../../bridge/index.ts';
import { AgeText, countWords } from '../../../ui/index.ts';
import type { Counts } from './facets.tsx';

/** The run that is under way, as the jobs tell it; undefined while there is none. */
function useRunning() {
  return useCall('jobs.list', {}).data?.jobs.find(({ kind, label }) => kind === 'report' && label === RUN_LABEL);
}

/** By which the engine's jobs call it. */
const RUN_LABEL = 'Reconciliation of everything';

/** Of both lists, each complete. */
export function isWhole({ invoicesCertificate, withdrawalsCertificate }: NonNullable<Counts['run']>): boolean {
  return invoicesCertificate === 'certified' && withdrawalsCertificate === 'certified';
}

/** In one sentence. */
export function RunWords({ counts }: { readonly counts: Pick<Counts, 'run' | 'pending'> }): ReactNode {
  const { run, pending } = counts;
  const running = useRunning();
  if (running !== undefined) {
    const of = running.total === undefined ? '' : ` of ${running.total.toLocaleString('en-GB')}`;
    return `Looking at every success and every withdrawal: ${running.done.toLocaleString('en-GB')}${of}…`;
  }
  if (run === null) return 'Reconciliation has not run yet.';
  return (
    <>
      Looked at {countWords(run.invoices, 'success', 'successes')} and{' '}
      {countWords(run.withdrawals, 'withdrawal', 'withdrawals')} <AgeText since={run.at} by="console" />,{' '}
      {isWhole(run) ? (
        'both lists certified complete.'
      ) : (
        <strong className="mc-run-caution">not of complete lists: what is missing was not looked at.</strong>
      )}
      {pending ? ' The mirror has changed since; it runs again by itself.' : ''}
    </>
  );
}

/** "Run now", and that it runs. */
export function RunButton({ isBusy, onRun }: { readonly isBusy: boolean; readonly onRun: () => void }): ReactNode {
  const isRunning = useRunning() !== undefined;
  return (
    <Button
      variant="default"
      loading={isBusy || isRunning}
      leftSection={<IconRefresh size={16} aria-hidden="true" />}
      onClick={onRun}
    >
      Run now
    </Button>
  );
}
