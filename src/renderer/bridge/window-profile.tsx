// Which profile this window shows. Selecting changes this window and the default of new ones.
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { readWindowProfile, writeWindowProfile } from './wire/session.ts';

interface WindowProfile {
  /** Null until the first list of profiles is there, or when there is no profile at all. */
  readonly id: string | null;
  readonly show: (id: string) => void;
}

const WindowProfileContext = createContext<WindowProfile | null>(null);

export function WindowProfileProvider({ children }: { readonly children: ReactNode }) {
  const [id, setId] = useState(readWindowProfile);
  const show = useCallback((next: string) => {
    writeWindowProfile(next);
    setId(next);
  }, []);
  const value = useMemo(() => ({ id, show }), [id, show]);
  return <WindowProfileContext value={value}>{children}</WindowProfileContext>;
}

/** The profile of this window; only valid under BridgeProvider. */
export function useWindowProfile(): WindowProfile {
  const value = useContext(WindowProfileContext);
  if (value === null) throw new Error('useWindowProfile is used outside BridgeProvider');
  return value;
}
