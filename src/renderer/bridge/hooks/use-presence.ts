// What the engine is told of this window, and hears back: that somebody is at it, whose deliveries are in sight, who else has the record open.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallInput } from '../../../contract/calls.ts';
import { useBridge, useBridgeContext } from '../context.ts';
import { useWindowProfile } from '../window-profile.tsx';
import { throttled } from '../wire/throttled.ts';
import { useCall } from './use-call.ts';

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

/** Milliseconds until the same is told once more: the engine forgets after five minutes what nobody tells of. */
const STILL_THERE_MS = 2 * 60_000;

/** Name the invoices that stand on screen, by uuid, whenever they are others; when the screen goes, that is told by itself. */
export function useOnScreen(): (invoices: readonly string[]) => void {
  const bridge = useBridge();
  const { id: profile } = useWindowProfile();
  const last = useRef<readonly string[]>([]);
  const tell = useCallback(
    (invoices: readonly string[]) => {
      last.current = invoices;
      // A wish, not a request of somebody: should it fail, they are read in their turn.
      if (profile !== null) void bridge.call('watch.look', { invoices }, { profile });
    },
    [bridge, profile],
  );
  useEffect(() => {
    const stillThere = setInterval(() => {
      if (last.current.length > 0 && !document.hidden) tell(last.current);
    }, STILL_THERE_MS);
    return () => {
      clearInterval(stillThere);
      if (last.current.length > 0) tell([]);
    };
  }, [tell]);
  return useCallback(
    (invoices) => {
      if (invoices.join(' ') !== last.current.join(' ')) tell(invoices);
    },
    [tell],
  );
}

/** Often enough for minutes. */
const TOUCH_EVERY_MS = 30_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

/** Only where the console can lock. */
export function useTouch(): void {
  const bridge = useBridge();
  const isOn = useCall('lock.status', {}).data?.isOn === true;
  useEffect(() => {
    if (!isOn) return undefined;
    const touch = throttled(() => void bridge.call('lock.touch', {}), TOUCH_EVERY_MS);
    for (const sign of SIGNS) window.addEventListener(sign, touch.run, { capture: true, passive: true });
    return () => {
      touch.stop();
      for (const sign of SIGNS) window.removeEventListener(sign, touch.run, { capture: true });
    };
  }, [bridge, isOn]);
}
