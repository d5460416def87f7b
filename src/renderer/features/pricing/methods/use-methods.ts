/**
 * The payment methods as last read, and reading them again now. A failed reading keeps the old rows and says why.
 */
import type { CallOutput } from '../../../../contract/calls.ts';
import { type SnapshotState, useAction, useCall, useSnapshot } from '../../../bridge/index.ts';

export type MethodsAnswer = CallOutput<'paymentMethods.list'>;
export type MethodsState = SnapshotState<MethodsAnswer>;

/** The payment methods of this profile. */
export function useMethods(): MethodsState {
  return useSnapshot(
    useCall('paymentMethods.list', {}, { refreshOn: ['paymentMethods'] }),
    useAction('paymentMethods.list'),
  );
}
