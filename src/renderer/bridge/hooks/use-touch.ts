// Tells the engine that a person is at this window, so that it does not lock itself.
import { useEffect } from 'react';
import { useBridge } from '../context.ts';
import { throttled } from '../wire/throttled.ts';
import { useCall } from './use-call.ts';

/** Often enough for minutes. */
const EVERY_MS = 30_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

/** Only where the console can lock. */
export function useTouch(): void {
  const bridge = useBridge();
  const isOn = useCall('lock.status', {}).data?.isOn === true;
  useEffect(() => {
    if (!isOn) return undefined;
    const touch = throttled(() => void bridge.call('lock.touch', {}), EVERY_MS);
    for (const sign of SIGNS) window.addEventListener(sign, touch.run, { capture: true, passive: true });
    return () => {
      touch.stop();
      for (const sign of SIGNS) window.removeEventListener(sign, touch.run, { capture: true });
    };
  }, [bridge, isOn]);
}
