/**
 * Pictures of methods and networks for screens: asked of the engine once an address, and only while the settings want them. Not here: fetching and
 * checking them (the engine), showing them (ui/logo).
 */
import { useMemo } from 'react';
import { useBridge } from './context.ts';
import { useCall } from './use-call.ts';
import { useWindowProfile } from './window-profile.tsx';

/** Pictures kept; the oldest gives way. */
const MOST = 200;

/** The picture of an address, or null; the function is null while pictures are off or nobody knows yet whether they are. */
export function useLogos(): ((address: string) => Promise<string | null>) | null {
  const bridge = useBridge();
  const { id: profile } = useWindowProfile();
  const isWanted = useCall('settings.get', {}).data?.logos === true;
  return useMemo(() => {
    if (!isWanted || profile === null) return null;
    const kept = new Map<string, Promise<string | null>>();
    return (address) => {
      const known = kept.get(address);
      if (known !== undefined) return known;
      const [oldest] = kept.keys();
      if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest);
      const asked = bridge
        .call('logos.get', { url: address }, { profile })
        .then((result) => (result.ok ? result.value.image : null));
      kept.set(address, asked);
      return asked;
    };
  }, [bridge, profile, isWanted]);
}
