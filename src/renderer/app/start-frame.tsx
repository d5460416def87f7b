/**
 * The frame before the engine has answered: the overview of the console's former run, where everything stands as it will. Not here: its figures
 * (features/home), the frame of now (shell.tsx).
 */
import type { ReactNode } from 'react';
import type { LastKnown } from '../bridge/index.ts';
import { LastKnownOverview } from '../features/home/last-known.tsx';
import { SandboxStrip } from './banners.tsx';
import { KnownProfile } from './profile-switcher.tsx';
import { Sidebar } from './sidebar.tsx';
import './shell.css';

/** Nothing in it can be pressed, for nothing would answer. */
export function StartFrame({ lastKnown }: { readonly lastKnown: LastKnown }): ReactNode {
  return (
    <div className="mc-shell">
      <Sidebar switcher={<KnownProfile profile={lastKnown.profile} />} isStill>
        <p className="mc-stand-note">Opening the mirror…</p>
      </Sidebar>
      <div className="mc-content">
        <section aria-label="Notices">{lastKnown.profile.kind === 'sandbox' ? <SandboxStrip /> : null}</section>
        <main id="main" className="mc-main" aria-busy="true">
          <LastKnownOverview lastKnown={lastKnown} />
        </main>
      </div>
    </div>
  );
}
