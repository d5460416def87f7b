/**
 * The settings: profiles and keys, the webhook secret, display, the request reserve, and what this program is.
 */
import type { ReactNode } from 'react';
import { useCall } from '../../bridge/index.ts';
import { PageFrame } from '../../ui/index.ts';
import { DisplayPanel } from './display-panel.tsx';
import { KeySafety } from './key-safety.tsx';
import { ProfilesPanel } from './profiles-panel.tsx';
import { ReservePanel } from './reserve-panel.tsx';
import { WebhookSecretPanel } from './webhook-secret-panel.tsx';
import './settings.css';

/** All settings on one page. */
export function SettingsPage(): ReactNode {
  const version = useCall('app.info', {}).data?.version;
  return (
    <PageFrame
      title="Settings"
      subtitle={version === undefined ? undefined : `Merchant Console ${version.slice(0, 40)}`}
    >
      <div className="mc-settings">
        <ProfilesPanel />
        <WebhookSecretPanel />
        <KeySafety />
        <DisplayPanel />
        <ReservePanel />
      </div>
    </PageFrame>
  );
}
