// Strips about what the window's profile can do now: the API cannot be reached, its key is not proved to be of this
// business, or is another's, or is missing. Each says what still works and what settles it.
import { screenPath } from '../../domain/screens.ts';
import { IconKeyOff, IconShieldQuestion, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { SyncStatus } from '../../contract/calls/sync.ts';
import { type ProfileSummary, useCall, useProfile } from '../bridge/index.ts';
import { AgeText, failureWords, TimeOfDayText } from '../ui/index.ts';
import { TryStrip } from './try-strip.tsx';
import classes from './frame.module.css';

/** The strips that apply now, the most serious first. */
export function StandingBanners(): ReactNode {
  const { profile } = useProfile();
  const { data: status } = useCall('sync.status', {});
  if (profile === null) return null;
  return (
    <>
      <KeyBanner profile={profile} />
      {status?.offline === undefined ? null : <OfflineBanner status={status} offline={status.offline} />}
    </>
  );
}

function KeyBanner({ profile: { key, kind, keyStanding } }: { readonly profile: ProfileSummary }): ReactNode {
  if (kind === 'sandbox') return null;
  if (key === 'absent') {
    return (
      <KeyStrip icon={IconKeyOff} tone="quiet" action="Set its key">
        <strong>No key.</strong> What was read before stays readable; nothing can be read anew or sent.
      </KeyStrip>
    );
  }
  if (keyStanding === 'different') {
    return (
      <KeyStrip icon={IconKeyOff} tone="warn" action="Set the right key">
        <strong>The key is another business’s.</strong> Everything stands still, so that two businesses do not mix. What
        was read of this business stays readable.
      </KeyStrip>
    );
  }
  if (keyStanding === 'unproved') {
    return (
      <KeyStrip icon={IconShieldQuestion} tone="quiet" action="About this key">
        <strong>Reading only.</strong> Nothing proves yet that the new key is this business’s. The first webhook
        delivery that the console reads settles it; it looks for one by itself.
      </KeyStrip>
    );
  }
  return null;
}

function KeyStrip(props: {
  readonly icon: TablerIcon;
  readonly tone: 'quiet' | 'warn';
  readonly action: string;
  readonly children: ReactNode;
}): ReactNode {
  const { icon: Icon, tone, action, children } = props;
  return (
    <div className={classes.banner} data-tone={tone} role="status">
      <Icon size={16} aria-hidden="true" />
      <span>{children}</span>
      <Link className={`mc-link ${classes.bannerEnd}`} href={screenPath('settings')}>
        {action}
      </Link>
    </div>
  );
}

/** Calm: what is on screen is still true as of its time, and the console tries again by itself. */
function OfflineBanner(props: {
  readonly status: SyncStatus;
  readonly offline: NonNullable<SyncStatus['offline']>;
}): ReactNode {
  const { status, offline } = props;
  const { asOf } = status.invoices;
  const age =
    asOf === null ? (
      'Nothing has been read yet.'
    ) : (
      <>
        Showing what was read <AgeText since={asOf} />; nothing is sent meanwhile.
      </>
    );
  return (
    <TryStrip tone="quiet" age={age}>
      <strong>
        Offline since <TimeOfDayText value={offline.since} />.
      </strong>{' '}
      {failureWords(offline.failure).sentence}
    </TryStrip>
  );
}
