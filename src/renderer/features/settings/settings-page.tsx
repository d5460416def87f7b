/**
 * The settings: what concerns the API (profiles and keys, the webhook secret, the request reserve), then what concerns this computer (display,
 * notifications, how the console lives here, what this program is).
 */
import type { ReactNode } from 'react';
import { PageFrame } from '../../ui/index.ts';
import { AboutPanel } from './about-panel.tsx';
import { ComputerPanel } from './computer-panel.tsx';
import { DisplayPanel } from './display-panel.tsx';
import { KeySafety } from './key-safety.tsx';
import { NotificationsPanel } from './notifications-panel.tsx';
import { ProfilesPanel } from './profiles-panel.tsx';
import { ReservePanel } from './reserve-panel.tsx';
import { WebhookSecretPanel } from './webhook-secret-panel.tsx';
import './settings.css';

/** All settings on one page. */
export function SettingsPage(): ReactNode {
  return (
    <PageFrame title="Settings">
      <div className="mc-settings">
        <div className="mc-settings-column">
          <ProfilesPanel />
          <WebhookSecretPanel />
          <KeySafety />
          <ReservePanel />
        </div>
        <div className="mc-settings-column">
          <DisplayPanel />
          <NotificationsPanel />
          <ComputerPanel />
          <AboutPanel />
        </div>
      </div>
    </PageFrame>
  );
}
