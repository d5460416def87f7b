/**
 * The settings: profiles and keys, the webhook secret, display, notifications, this computer, the request reserve, and what this program is.
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
        <ProfilesPanel />
        <WebhookSecretPanel />
        <KeySafety />
        <DisplayPanel />
        <NotificationsPanel />
        <ComputerPanel />
        <ReservePanel />
        <AboutPanel />
      </div>
    </PageFrame>
  );
}
