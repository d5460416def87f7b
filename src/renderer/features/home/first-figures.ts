/**
 * Whether this window has shown figures of now yet: until then those of the console's former run may stand in for them, and never again after that.
 * Kept outside of the components, since the overview comes and goes. Not here: those figures (last-known.tsx).
 */
import { useEffect, useState } from 'react';
import { create } from 'zustand';

interface FirstFigures {
  readonly areThere: boolean;
  readonly note: () => void;
}

const useFirstFigures = create<FirstFigures>((set) => ({ areThere: false, note: () => set({ areThere: true }) }));

/** True until figures have come once. `isRunning`: the engine had told of the mirror before this screen was opened, so the console is not starting. */
export function useIsStarting({
  isRunning,
  haveCome,
}: {
  readonly isRunning: boolean;
  readonly haveCome: boolean;
}): boolean {
  const { areThere, note } = useFirstFigures();
  const [cameLate] = useState(isRunning);
  useEffect(() => {
    if (haveCome) note();
  }, [haveCome, note]);
  return !areThere && !cameLate;
}
