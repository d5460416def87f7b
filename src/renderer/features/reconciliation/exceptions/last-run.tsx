// How far reconciliation has come: when it last looked at everything, and whether the lists were complete.
import type { CallOutput } from '../../../../contract/calls.ts';
import { useCall } from '../../../bridge/index.ts';
import { countWords, grouped, TimeOfDayText } from '../../../ui/index.ts';

export type Counts = CallOutput<'exceptions.counts'>;

/** The run that is under way, as the jobs tell it; undefined while there is none. */
export function useRunning() {
  return useCall('jobs.list', {}).data?.jobs.find(({ kind, label }) => kind === 'report' && label === RUN_LABEL);
}

const RUN_LABEL = 'Reconciliation of everything';

/** Of both lists, each complete. */
export function isWhole({ invoicesCertificate, withdrawalsCertificate }: NonNullable<Counts['run']>): boolean {
  return invoicesCertificate === 'certified' && withdrawalsCertificate === 'certified';
}

/** In a few words; what it looked at stands in their tooltip. */
export function RunWords({ counts }: { readonly counts: Pick<Counts, 'run' | 'pending'> }) {
  const { run, pending } = counts;
  const running = useRunning();
  if (running !== undefined) {
    const of = running.total === undefined ? '' : ` of ${grouped(running.total)}`;
    return `Checking ${grouped(running.done)}${of}…`;
  }
  if (run === null) return 'Not checked yet';
  const looked = `${countWords(run.invoices, 'paid invoice', 'paid invoices')} and ${countWords(run.withdrawals, 'withdrawal', 'withdrawals')}${isWhole(run) ? ', both lists certified complete' : ''}`;
  return (
    <span title={`Looked at ${looked}${pending ? '; runs again soon' : ''}`}>
      Checked <TimeOfDayText value={run.at} short />
      {`${isWhole(run) ? '' : ', lists not complete'}${pending ? '…' : ''}`}
    </span>
  );
}
