/**
 * Which business this window shows, and the way to another. Not here: adding and changing profiles (features/settings).
 */
import { Menu, UnstyledButton } from '@mantine/core';
import { IconBuildingStore, IconCheck, IconFlask, IconSelector } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type ProfileSummary, useProfile } from '../bridge/index.ts';
import { navigateTo, plainText } from '../ui/index.ts';

/** The profile of this window, as a menu of all of them. */
export function ProfileSwitcher(): ReactNode {
  const { profile, profiles, select } = useProfile();
  return (
    <Menu position="bottom-start" width="target" shadow="md">
      <Menu.Target>
        <UnstyledButton className="mc-profile">
          <ProfileIcon profile={profile} />
          <span className="mc-profile-words">
            <span className="mc-profile-name">{profile?.name ?? 'No profile yet'}</span>
            <span className="mc-profile-note">{profile === null ? 'Add one in Settings' : noteOf(profile)}</span>
          </span>
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
            <span className="mc-profile-words">
              <span className="mc-profile-name">{candidate.name}</span>
              <span className="mc-profile-note">{noteOf(candidate)}</span>
            </span>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => navigateTo('/settings')}>Manage profiles</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The same place before there is anything to switch. */
export function KnownProfile({ profile }: { readonly profile: Pick<ProfileSummary, 'name' | 'kind'> }): ReactNode {
  return (
    <div className="mc-profile">
      <ProfileIcon profile={profile} />
      <span className="mc-profile-words">
        <span className="mc-profile-name">{plainText(profile.name.slice(0, 200))}</span>
        <span className="mc-profile-note">{profile.kind === 'sandbox' ? 'Made-up money' : 'Opening…'}</span>
      </span>
    </div>
  );
}

function ProfileIcon({ profile }: { readonly profile: Pick<ProfileSummary, 'kind'> | null }): ReactNode {
  return profile?.kind === 'sandbox' ? (
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
