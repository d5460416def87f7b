/**
 * The head of a printed screen: whose it is, how complete the mirror was, and what has happened since that was proved. On paper only; a screen with a
 * head of its own (the statement, a closed period) prints that instead. Not here: how paper looks (theme/print.css).
 */
import type { ReactNode } from 'react';
import { useMirrorNow, useProfile } from '../bridge/index.ts';
import { PaperMirror, paperName, PaperSandbox } from '../ui/index.ts';

/** What every sheet needs to stand alone. */
export function PrintHeading(): ReactNode {
  const { profile } = useProfile();
  const now = useMirrorNow();
  if (profile === null) return null;
  return (
    <div className="mc-print-only mc-print-standing">
      <PaperSandbox isSandbox={profile.kind === 'sandbox'} />
      <p>{paperName(profile.name)}</p>
      <PaperMirror {...now} />
    </div>
  );
}
