// How long withdrawals took, over all that were approved.
import { paceOf, type WithdrawalPace } from '../../../domain/records/withdrawal-pace.ts';
import { toEpochMs } from '../../../domain/kernel/time/time.ts';
import { cellText } from '../../sqlite/columns.ts';
import type { MirrorReadContext } from '../kernel/context.ts';

/** `withdrawals.pace` */
function withdrawalPace({ database }: MirrorReadContext): WithdrawalPace {
  const sql = `SELECT created_at, processed_at FROM withdrawals INDEXED BY withdrawals_by_status
    WHERE status = 'approved' AND created_at IS NOT NULL AND processed_at IS NOT NULL`;
  const took: number[] = [];
  for (const [created, processed] of database.iterate(sql)) {
    const [from, to] = [toEpochMs(cellText(created)), toEpochMs(cellText(processed))];
    if (from !== null && to !== null) took.push(to - from);
  }
  return paceOf(took);
}

export const withdrawalPaceReads = {
  'withdrawals.pace': withdrawalPace,
} as const;
