// Who else of a team has the same record open: said to the engine while somebody looks, and heard from it at once.
import { useEffect, useState } from 'react';
import type { CallInput } from '../../../contract/calls.ts';
import { useBridgeContext } from '../context.ts';
import { useWindowProfile } from '../window-profile.tsx';

type Opened = Pick<CallInput<'people.here'>, 'list' | 'recordId'>;

/** Half of what the engine waits for. */
const EVERY_MS = 5_000;

/** Their names. A window that is hidden says nothing: nobody looks at it. */
export function useOthersHere({ list, recordId }: Opened): readonly string[] {
  const { bridge, hub } = useBridgeContext();
  const { id: profile } = useWindowProfile();
  const [others, setOthers] = useState<readonly string[]>([]);
  useEffect(() => {
    if (profile === null) return undefined;
    const opened = { list, recordId };
    let isOpen = true;
    const say = async (): Promise<void> => {
      if (document.hidden) return;
      await hub.listening();
      if (!isOpen) return;
      const answer = await bridge.call('people.here', opened, { profile });
      if (isOpen) setOthers(answer.ok ? answer.value.others : []);
    };
    const again = (): void => void say();
    again();
    const timer = setInterval(again, EVERY_MS);
    document.addEventListener('visibilitychange', again);
    const stop = hub.on('people.here', (told, whose) => {
      if (whose === profile && told.list === list && told.recordId === recordId) setOthers(told.others);
    });
    return () => {
      isOpen = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      stop();
      void bridge.call('people.here', { ...opened, left: true }, { profile });
    };
  }, [bridge, hub, profile, list, recordId]);
  return others;
}
