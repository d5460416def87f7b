/**
 * Strips above every screen: sandbox money, a read-only profile, a lost connection, a store in trouble. Calm, and gone when
 * their reason is.
 */
import { CloseButton } from '@mantine/core';
import { IconFlask, IconLock, IconPlugConnectedX, IconTool } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useConnection, useEvent, useProfile } from '../bridge/index.ts';
import { useTroubles } from './troubles.ts';

/** All strips that apply now. */
export function Banners(): ReactNode {
  const { profile } = useProfile();
  const connection = useConnection();
  return (
    <section aria-label="Notices">
      {profile?.kind === 'sandbox' ? (
        <div className="mc-banner" data-tone="sandbox">
          <IconFlask size={16} aria-hidden="true" />
          <span>
            <strong>SANDBOX</strong> A made-up merchant. No real money is shown or moved.
          </span>
          <Link className="mc-link mc-banner-end" href="/settings">
            Connect a business
          </Link>
        </div>
      ) : null}
      {profile?.readOnly === true ? (
        <div className="mc-banner" data-tone="quiet">
          <IconLock size={16} aria-hidden="true" />
          <span>This profile is read-only: nothing can be sent or changed with it.</span>
        </div>
      ) : null}
      {connection === 'reconnecting' ? (
        <div className="mc-banner" data-tone="warn" role="status">
          <IconPlugConnectedX size={16} aria-hidden="true" />
          <span>The connection to the console’s engine is lost. What you see may be old; reconnecting…</span>
        </div>
      ) : null}
      <Troubles />
    </section>
  );
}

/** What a store reported, until it is read and closed. One of a kind at a time. */
function Troubles(): ReactNode {
  const { list, add, putAway } = useTroubles();
  useEvent('trouble', add);
  return list.map(({ kind, message }) => (
    <div key={kind} className="mc-banner" data-tone="warn" role="alert">
      <IconTool size={16} aria-hidden="true" />
      <span>{message.slice(0, 400)}</span>
      <CloseButton className="mc-banner-end" size="sm" aria-label="Close this message" onClick={() => putAway(kind)} />
    </div>
  ));
}
