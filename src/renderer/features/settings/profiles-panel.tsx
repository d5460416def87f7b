// The profiles: one line each with where its key is, and what can be done to it.
import { ActionIcon, Button, List, Menu, Text } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { assertNever } from '../../../domain/failure.ts';
import { screenPath } from '../../../domain/screens.ts';
import { type Action, type ProfileSummary, useAction, useProfile } from '../../bridge/index.ts';
import { EmptyState, FailureNotice, hashHref, Panel, plainText, ToneBadge } from '../../ui/index.ts';
import { GONE_AT_END } from './key-fields.tsx';
import { SettingRow } from './setting-row.tsx';
import { UNPROVED_WORDS } from './verdict-words.ts';
import { ForgetDialog, RenameDialog, SetKeyDialog } from './profile-dialogs.tsx';

type Task = 'set-key' | 'rename' | 'forget';
interface Open {
  readonly task: Task;
  /** Its id: what is known of the profile may change while the dialog is open. */
  readonly profileId: string;
}

const DIALOGS = { 'set-key': SetKeyDialog, rename: RenameDialog, forget: ForgetDialog } as const;

/** All profiles, and the way to a new one. */
export function ProfilesPanel(): ReactNode {
  const { id, profiles, select } = useProfile();
  const [open, setOpen] = useState<Open | null>(null);
  const Dialog = open === null ? null : DIALOGS[open.task];
  const profileOfDialog = profiles.find((profile) => profile.id === open?.profileId);
  return (
    <Panel
      title="Businesses"
      note="One key and one mirror each. A window shows one at a time."
      actions={
        <Button
          component="a"
          variant="default"
          flex="none"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          href={hashHref(screenPath('connect'))}
        >
          Connect a business
        </Button>
      }
    >
      {profiles.length === 0 ? <EmptyState kind="nothing-yet" title="No business yet" /> : null}
      <List listStyleType="none" styles={{ itemWrapper: { display: 'block' } }}>
        {profiles.map((profile) => (
          <ProfileLine
            key={profile.id}
            profile={profile}
            shown={profile.id === id}
            onShow={() => select(profile.id)}
            onTask={(task) => setOpen({ task, profileId: profile.id })}
          />
        ))}
      </List>
      {profileOfDialog === undefined || Dialog === null ? null : (
        <Dialog profile={profileOfDialog} onClose={() => setOpen(null)} />
      )}
    </Panel>
  );
}

interface LineProps {
  readonly profile: ProfileSummary;
  readonly shown: boolean;
  readonly onShow: () => void;
  readonly onTask: (task: Task) => void;
}

function ProfileLine({ profile, shown, onShow, onTask }: LineProps): ReactNode {
  const update = useAction('profiles.update');
  return (
    <List.Item>
      <SettingRow
        label={profile.name}
        note={profile.kind === 'sandbox' ? 'Made-up money, on this computer' : profile.origin}
      >
        {shown ? <ToneBadge tone="notice">Shown in this window</ToneBadge> : null}
        {profile.readOnly ? <ToneBadge tone="quiet">Read-only</ToneBadge> : null}
        <StandingMark profile={profile} />
        <KeyMark profile={profile} />
        {shown ? null : (
          <Button variant="default" size="xs" onClick={onShow}>
            Show
          </Button>
        )}
        <ProfileMenu profile={profile} onTask={onTask} update={update} />
      </SettingRow>
      {update.failure === undefined ? null : <FailureNotice failure={update.failure} />}
      <SameBusiness profile={profile} />
    </List.Item>
  );
}

/** Two profiles of one business are allowed, and this is what they do not share. */
function SameBusiness({ profile }: { readonly profile: ProfileSummary }): ReactNode {
  const { profiles } = useProfile();
  const names = profiles.filter(({ id }) => profile.sameBusinessAs?.includes(id) === true).map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <Text fz="xs" c="dimmed" mb="xs">
      Same business as {names.map((name) => plainText(name)).join(', ')}. Each has a mirror, a history and resends of
      its own: what is under way in one is not seen by the other.
    </Text>
  );
}

function StandingMark({ profile: { keyStanding, offline } }: { readonly profile: ProfileSummary }): ReactNode {
  return (
    <>
      {offline === undefined ? null : <ToneBadge tone="quiet">Offline</ToneBadge>}
      {keyStanding === 'unproved' ? (
        <ToneBadge tone="warn" title={UNPROVED_WORDS}>
          Key not proved: reading only
        </ToneBadge>
      ) : null}
      {keyStanding === 'different' ? (
        <ToneBadge tone="bad" title="Everything stands still until the right key is set">
          Key of another business
        </ToneBadge>
      ) : null}
    </>
  );
}

function KeyMark({ profile }: { readonly profile: ProfileSummary }): ReactNode {
  if (profile.kind === 'sandbox') return null;
  switch (profile.key) {
    case 'keychain':
      return <ToneBadge tone="good">Key in the keychain</ToneBadge>;
    case 'session':
      return (
        <ToneBadge tone="warn" title={GONE_AT_END}>
          Key for this run only
        </ToneBadge>
      );
    case 'absent':
      return (
        <ToneBadge tone="bad" title="What was read before stays readable">
          No key
        </ToneBadge>
      );
    default:
      return assertNever(profile.key);
  }
}

interface MenuProps extends Pick<LineProps, 'profile' | 'onTask'> {
  readonly update: Action<'profiles.update'>;
}

function ProfileMenu({ profile, onTask, update }: MenuProps): ReactNode {
  const { refresh } = useProfile();
  const switchReadOnly = async (): Promise<void> => {
    await update.run({ id: profile.id, readOnly: !profile.readOnly });
    refresh();
  };
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`More for ${profile.name}`} loading={update.busy}>
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {profile.kind === 'sandbox' ? null : (
          <Menu.Item onClick={() => onTask('set-key')}>
            {profile.key === 'absent' ? 'Set its key…' : 'Set a new key…'}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => onTask('rename')}>Rename…</Menu.Item>
        <Menu.Item onClick={() => void switchReadOnly()}>
          {profile.readOnly ? 'Allow changes' : 'Make read-only'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={() => onTask('forget')}>
          Forget…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
