// Which business this window shows, and the way to another.
import { screenPath } from '../../domain/console/screens.ts';
import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconBuildingStore, IconCheck, IconFlask, IconSelector } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isTeamPage, type ProfileSummary, signOut, useCall, useProfile } from '../bridge/index.ts';
import { navigateTo, plainText } from '../ui/index.ts';
import classes from './frame.module.css';

export function ProfileSwitcher(props: { readonly onLock: () => void; readonly onTrain: () => void }): ReactNode {
  const { onLock, onTrain } = props;
  const { profile, profiles, hasSeveral, select } = useProfile();
  return (
    <Menu position="bottom-start" width={280} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.item} data-console-key="business">
          <svg data-console-mark="" data-face width={24} height={24} viewBox="0 0 24 24" aria-hidden="true">
            <rect width="24" height="24" rx="7" fill="var(--mc-accent)" />
            <path
              d="M6.5 16V8.6l5.5 5.2 5.5-5.2V16"
              fill="none"
              stroke="#fff"
              strokeWidth={2.2}
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          <Text span flex={1} c="var(--mc-text)" fz={13} fw={600} truncate>
            {profile?.name ?? 'No business yet'}
          </Text>
          {/* What is made up says so wherever it is shown. */}
          {profile?.kind === 'sandbox' ? (
            <Text
              span
              fz={10}
              lh="18px"
              fw={600}
              px={4}
              bdrs={4}
              bg="var(--mc-warn-soft)"
              c="var(--mc-warn-text)"
              title="A made-up merchant. No real money is shown or moved."
            >
              SANDBOX
            </Text>
          ) : null}
          <IconSelector size={16} color="var(--mc-text-muted)" aria-hidden="true" />
          <VisuallyHidden>Switch profile</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>This window shows</Menu.Label>
        {profiles.map((candidate) => (
          <Menu.Item
            key={candidate.id}
            leftSection={
              candidate.kind === 'sandbox' ? (
                <IconFlask size={18} stroke={1.75} aria-hidden="true" />
              ) : (
                <IconBuildingStore size={18} stroke={1.75} aria-hidden="true" />
              )
            }
            rightSection={candidate.id === profile?.id ? <IconCheck size={16} aria-label="shown now" /> : null}
            onClick={() => select(candidate.id)}
          >
            <Text fz={13} fw={600} truncate>
              {candidate.name}
            </Text>
            <Text fz={12} lh="16px" c="dimmed" truncate>
              {noteOf(candidate)}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Divider />
        {hasSeveral ? <Menu.Item onClick={() => navigateTo(screenPath('businesses'))}>All businesses</Menu.Item> : null}
        <Menu.Item onClick={() => navigateTo(screenPath('connect'))}>Connect a business</Menu.Item>
        <Menu.Item onClick={() => navigateTo(screenPath('settings'))}>Manage businesses</Menu.Item>
        {profile?.kind === 'sandbox' ? <Menu.Item onClick={onTrain}>Training bench</Menu.Item> : null}
        <Menu.Item onClick={onLock}>Lock the console</Menu.Item>
        {isTeamPage() ? <SignedIn /> : null}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Who it is, and the way out. */
function SignedIn(): ReactNode {
  const person = useCall('people.me', {}).data?.person ?? null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{person === null ? 'Signed in' : `Signed in as ${plainText(person.name)}`}</Menu.Label>
      <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
    </>
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
