// The columns of the export of all businesses: a row each, what is empty could not be read or is not there.
import { lastDay } from '../../../../domain/period/period.ts';
import type { BusinessGlance, GlanceFigures } from '../../../../domain/period/glance.ts';
import { columnsOf } from '../table.ts';

/** A business; `sameName`: what the profile is called with whose row this one is the same. */
export type BusinessRow = BusinessGlance & { readonly sameName: string | null };

const row = columnsOf<BusinessRow, Partial<GlanceFigures>>(({ figures }) => figures ?? {});

export const BUSINESS_COLUMNS = [
  row.text('business', ({ name }) => name),
  ...row.named('amount', 'netUsdt', 'netBeforeUsdt'),
  ...row.named('number', 'openExceptions', 'failedWebhooks', 'receiversDown', 'pendingWithdrawals'),
  row.instant('oldest_pending_withdrawal_at', ({ figures }) => figures?.oldestPending),
  row.text('certificate', ({ figures }) => figures?.certificate),
  row.instant('as_of', ({ figures }) => figures?.asOf),
  row.text('closed_from', ({ figures }) => figures?.lastClose?.from),
  row.text('closed_to', ({ figures }) => (figures?.lastClose ? lastDay(figures.lastClose) : null)),
  row.instant('offline_since', ({ offline }) => offline),
  row.text('stopped', ({ stopped }) => stopped?.kind),
  row.text('same_as', ({ sameName }) => sameName),
] as const;
