// The profiles: one line each with where its key is, and what can be done to it.
import { ActionIcon, Button, Checkbox, Group, List, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { screenPath } from '../../../domain/console/screens.ts';
import { type Action, type ProfileSummary, useAction, useProfile, useSeen } from '../../bridge/index.ts';
import {
  ActionDialog,
  ButtonLink,
  emptySecret,
  EmptyState,
  engineWords,
  FailureNotice,
  Notice,
  Panel,
  plainText,
  secretIn,
} from '../../ui/index.ts';
import { ToneBadge } from '../../parts/index.ts';
import {
  asking,
  GONE_AT_END,
  KeyField,
  type KeyPlace,
  STORAGE_MISSING,
  StorageChoice,
  useStorageMissing,
  VerdictNotice,
} from './key-fields.tsx';
import { SettingRow } from './setting-row.tsx';
import { UNPROVED_WORDS, type KeyTried } from './verdict-words.ts';

interface DialogProps {
  readonly profile: ProfileSummary;
  readonly onClose: () => void;
}

const OFFLINE = 'The API cannot be reached, so a key cannot be tried now.';

/** A new key for the profile. The key of another business is refused by the engine and named here. */
function SetKeyDialog({ profile, onClose }: DialogProps) {
  const { refresh } = useProfile();
  const action = useAction('profiles.setKey');
  const key = useRef<HTMLInputElement>(null);
  const [storage, setStorage] = useState<KeyPlace>(profile.key === 'session' ? 'session' : 'keychain');
  const [verdict, setVerdict] = useState<KeyTried | null>(null);
  const [unproved, setUnproved] = useState(false);
  const storageMissing = useStorageMissing(storage);
  const submit = async (): Promise<void> => {
    setVerdict(null);
    const result = await action.run({ id: profile.id, apiKey: secretIn(key.current), storage });
    if (result?.ok !== true) return;
    refresh();
    if (!result.value.verdict.ok) {
      setVerdict(result.value.verdict);
      return;
    }
    emptySecret(key.current);
    if (result.value.sameBusiness === 'unproved') setUnproved(true);
    else onClose();
  };
  if (unproved) return <SetForReading profile={profile} onClose={onClose} />;
  return (
    <ActionDialog
      title={titleOf(profile)}
      label="Check and set"
      action={action}
      bar={profile.offline === undefined ? (storageMissing ? STORAGE_MISSING : null) : OFFLINE}
      busyWords={asking()}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <KeyField field={key} disabled={action.busy} />
      <StorageChoice value={storage} onChange={setStorage} />
      {verdict === null ? null : <VerdictNotice verdict={verdict} onSessionOnly={() => setStorage('session')} />}
    </ActionDialog>
  );
}

function titleOf({ name }: ProfileSummary): string {
  return `New key for ${name}`;
}

function SetForReading({ profile, onClose }: DialogProps) {
  return (
    <Modal opened onClose={onClose} title={titleOf(profile)} size={560}>
      <Stack>
        <Notice tone="notice" title="The key works and is set, for reading only">
          {UNPROVED_WORDS}
        </Notice>
        <Group justify="flex-end">
          <Button variant="filled" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function RenameDialog({ profile, onClose }: DialogProps) {
  const { refresh } = useProfile();
  const action = useAction('profiles.update');
  const [name, setName] = useState(profile.name);
  const seen = useSeen(profile.name, action.failure);
  const submit = async (): Promise<void> => {
    if ((await action.run({ id: profile.id, name, seen: { name: seen } }))?.ok !== true) return;
    refresh();
    onClose();
  };
  return (
    <ActionDialog
      title="Rename the business"
      label="Rename"
      action={action}
      size={440}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        withAsterisk={false}
        maxLength={80}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}

/** Forgetting: the key goes in any case; mirror and books are two questions of their own. */
function ForgetDialog({ profile, onClose }: DialogProps) {
  const { refresh } = useProfile();
  const action = useAction('profiles.forget');
  const [mirror, setMirror] = useState(false);
  const [books, setBooks] = useState(false);
  const forget = async (): Promise<void> => {
    if ((await action.run({ id: profile.id, mirror, books }))?.ok !== true) return;
    refresh();
    onClose();
  };
  return (
    <ActionDialog
      title={`Forget ${profile.name}?`}
      label={books ? 'Forget, and delete from the books' : 'Forget'}
      action={action}
      isDanger
      onSubmit={() => void forget()}
      onClose={onClose}
    >
      <Text c="var(--mc-text-soft)">
        The key and the webhook secret are deleted from where they are kept. Nothing changes at the API; revoke the key
        in the dashboard if nobody else uses it.
      </Text>
      <Checkbox
        label="Delete its mirror too"
        description="The copy of invoices, deliveries and withdrawals. It can be read again from the API."
        checked={mirror}
        onChange={(event) => setMirror(event.currentTarget.checked)}
      />
      <Checkbox
        label="Delete its rows in the books too"
        description="What this console did and saw: resends, changes with their first-seen times, notes. The API cannot give this back."
        checked={books}
        onChange={(event) => setBooks(event.currentTarget.checked)}
      />
    </ActionDialog>
  );
}

const DIALOGS = { 'set-key': SetKeyDialog, rename: RenameDialog, forget: ForgetDialog } as const;
type Task = keyof typeof DIALOGS;

export function ProfilesPanel() {
  const { id, profiles, select } = useProfile();
  // By its id: what is known of the profile may change while the dialog is open.
  const [open, setOpen] = useState<{ readonly task: Task; readonly profileId: string } | null>(null);
  const Dialog = open === null ? null : DIALOGS[open.task];
  const profileOfDialog = profiles.find((profile) => profile.id === open?.profileId);
  return (
    <Panel
      title="Businesses"
      note="Each has a key of its own. A window shows one."
      actions={
        <ButtonLink flex="none" leftSection={<IconPlus size={16} aria-hidden="true" />} to={screenPath('connect')}>
          Connect a business
        </ButtonLink>
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

function ProfileLine({ profile, shown, onShow, onTask }: LineProps) {
  const update = useAction('profiles.update');
  return (
    <List.Item>
      <SettingRow
        label={profile.name}
        note={profile.kind === 'sandbox' ? `Made-up money, on ${engineWords().computer}` : profile.origin}
      >
        {shown ? <ToneBadge tone="notice">Shown in this window</ToneBadge> : null}
        {profile.readOnly ? <ToneBadge tone="quiet">Read-only</ToneBadge> : null}
        <StandingMark profile={profile} />
        <KeyMark profile={profile} />
        {shown ? null : (
          <Button size="xs" onClick={onShow}>
            Show
          </Button>
        )}
        <ProfileMenu profile={profile} onTask={onTask} update={update} />
      </SettingRow>
      <FailureNotice failure={update.failure} />
      <SameBusiness profile={profile} />
    </List.Item>
  );
}

/** Two profiles of one business are allowed, and this is what they do not share. */
function SameBusiness({ profile }: { readonly profile: ProfileSummary }) {
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

function StandingMark({ profile: { keyStanding, offline } }: { readonly profile: ProfileSummary }) {
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

function KeyMark({ profile: { kind, key } }: { readonly profile: ProfileSummary }) {
  if (kind === 'sandbox') return null;
  if (key === 'keychain') return <ToneBadge tone="good">{engineWords().keyKept}</ToneBadge>;
  const [tone, title, words] =
    key === 'session'
      ? (['warn', GONE_AT_END, 'Key for this run only'] as const)
      : (['bad', 'What was read before stays readable', 'No key'] as const);
  return (
    <ToneBadge tone={tone} title={title}>
      {words}
    </ToneBadge>
  );
}

function ProfileMenu(props: Pick<LineProps, 'profile' | 'onTask'> & { readonly update: Action<'profiles.update'> }) {
  const { profile, onTask, update } = props;
  const { refresh } = useProfile();
  const switchReadOnly = async (): Promise<void> => {
    await update.run({ id: profile.id, readOnly: !profile.readOnly });
    refresh();
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`More for ${profile.name}`} loading={update.busy}>
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
