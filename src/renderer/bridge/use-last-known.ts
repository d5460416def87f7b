/**
 * The figures of the console's former run, for the moments until there are newer ones. Asked at once, beside everything that waits for the engine.
 * Not here: how they are shown (features/home, app).
 */
import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../contract/calls.ts';
import { unwrap } from '../../domain/failure.ts';
import { useBridge } from './context.ts';

export type LastKnown = NonNullable<CallOutput<'startup.lastKnown'>['lastKnown']>;

/** Null when there are none; undefined until that is known. A shell that cannot say has none. */
export function useLastKnown(): LastKnown | null | undefined {
  const bridge = useBridge();
  const { data, isError } = useQuery({
    queryKey: ['startup.lastKnown'],
    queryFn: async () => unwrap(await bridge.call('startup.lastKnown', {})).lastKnown,
  });
  return isError ? null : data;
}
