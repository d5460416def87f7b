// Why nothing can be written to the books from this window now, said beside a control.
import { useConnection, useProfile } from '../../../bridge/index.ts';

/** The first thing in the way, in words; null when nothing is. */
export function useBooksBar(): string | null {
  const connection = useConnection();
  const { profile } = useProfile();
  if (connection === 'ended') return 'The console itself cannot be reached. Start it again.';
  return profile === null ? 'No profile is chosen.' : null;
}
