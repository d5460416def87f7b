// Which business this window shows, and the way to another.
import { screenPath } from '../../domain/screens.ts';
import { Menu, UnstyledButton } from '@mantine/core';
import { IconBuildingStore, IconCheck, IconFlask, IconSelector } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type ProfileSummary, useProfile } from '../bridge/index.ts';
import { navigateTo } from '../ui/index.ts';
import classes from './frame.module.css';

/** The profile of this window, as a menu of all of them. */
export function ProfileSwitcher(): ReactNode {
  const { profile, profiles, select } = useProfile();
  return (
    <Menu position="bottom-start" width={280} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.profile}>
          {profile === null ? <Face name="No business yet" kind="business" /> : <Face {...profile} />}
          <IconSelector size={16} aria-hidden="true" />
          <span className="mc-visually-hidden">Switch profile</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>This window shows</Menu.Label>
        {profiles.map((candidate) => (
          <Menu.Item
            key={candidate.id}
            leftSection={<ProfileIcon profile={candidate} />}
            rightSection={candidate.id === profile?.id ? <IconCheck size={16} aria-label="shown now" /> : null}
            onClick={() => select(candidate.id)}
          >
            <span className={classes.profileWords}>
              <span className={classes.profileName}>{candidate.name}</span>
              <span className={classes.profileNote}>{noteOf(candidate)}</span>
            </span>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => navigateTo(screenPath('connect'))}>Connect a business</Menu.Item>
        <Menu.Item onClick={() => navigateTo(screenPath('settings'))}>Manage businesses</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What is made up says so wherever it is shown. */
function Face({ name, kind }: Pick<ProfileSummary, 'name' | 'kind'>): ReactNode {
  return (
    <>
      <Mark />
      <span className={classes.profileName}>{name}</span>
      {kind === 'sandbox' ? (
        <span className={classes.profileSandbox} title="A made-up merchant. No real money is shown or moved.">
          SANDBOX
        </span>
      ) : null}
    </>
  );
}

function Mark(): ReactNode {
  return (
    <svg className={classes.mark} data-console-mark="" viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="7" />
      <path d="M6.5 16V8.6l5.5 5.2 5.5-5.2V16" />
    </svg>
  );
}

function ProfileIcon({ profile }: { readonly profile: Pick<ProfileSummary, 'kind'> }): ReactNode {
  return profile.kind === 'sandbox' ? (
    <IconFlask size={18} stroke={1.75} aria-hidden="true" />
  ) : (
    <IconBuildingStore size={18} stroke={1.75} aria-hidden="true" />
  );
}

/** Kind and host in a few words; what is special about its key comes first. */
function noteOf({ kind, origin, key, keyStanding, offline, readOnly }: ProfileSummary): string {
  if (kind === 'sandbox') return 'Made-up money';
  const host = origin.replace(/^https?:\/\//, '');
  if (key === 'absent') return `No key · ${host}`;
  if (keyStanding === 'different') return `Key of another business · ${host}`;
  if (keyStanding === 'unproved') return `Key not proved yet · ${host}`;
  if (offline !== undefined) return `Offline · ${host}`;
  return readOnly ? `Read-only · ${host}` : host;
}
