/**
 * The latest snapshot of rates, and reading it again now. A failed reading keeps the old rows and says why.
 */
import type { CallOutput } from '../../../../contract/calls.ts';
import { type SnapshotState, useAction, useCall, useSnapshot } from '../../../bridge/index.ts';

export type RatesAnswer = CallOutput<'rates.latest'>;
export type RatesState = SnapshotState<RatesAnswer>;

/** The rates of this profile. */
export function useRates(): RatesState {
  return useSnapshot(useCall('rates.latest', {}, { refreshOn: ['rates'] }), useAction('rates.latest'));
}
