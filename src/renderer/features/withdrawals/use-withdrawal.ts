/**
 * One withdrawal for its page: the mirror's copy and a reading on demand, whichever is younger.
 */
import type { CallOutput } from '../../../contract/calls.ts';
import { type RecordState, useAction, useCall, useRecord } from '../../bridge/index.ts';

export type WithdrawalAnswer = CallOutput<'withdrawals.get'>;
export type WithdrawalState = RecordState<WithdrawalAnswer>;

/** The withdrawal under the uuid. */
export function useWithdrawal(uuid: string): WithdrawalState {
  const mirror = useCall('withdrawals.get', { uuid }, { refreshOn: ['withdrawals'] });
  const { run, busy } = useAction('withdrawals.get');
  return useRecord(uuid, mirror, { run: () => run({ uuid, fresh: true }), busy });
}
