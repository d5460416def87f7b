// The people of a team, on its host alone: who they are and what they may do in this window's business; inviting, changing and removing for whoever looks after them.
import { Button, Checkbox, Group, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { type Role, ROLES } from '../../../domain/kernel/roles.ts';
import { mayDo, type Person, rolesOn } from '../../../domain/people/person.ts';
import { useAction, useCall, useProfile, useSeen } from '../../bridge/index.ts';
import { ActionDialog, FailureNotice, InstantText, Note, Panel, plainText } from '../../ui/index.ts';
import { SecondPersonRow } from './second-person-row.tsx';
import { SettingRow } from './setting-row.tsx';

type Listed = CallOutput<'people.list'>['people'][number];

const ROLE_WORDS: Readonly<Record<Role, readonly [name: string, may: string]>> = {
  viewer: ['Viewer', 'reads'],
  support: ['Support', 'resends, creates invoices, writes notes'],
  finance: ['Finance', 'exceptions, imports, statements'],
  approver: ['Approver', 'closes, keys, what goes on in spite of a doubt'],
  admin: ['Admin', 'who may do what, and the settings of the business'],
};

const rolesText = (roles: readonly Role[]): string => roles.map((role) => ROLE_WORDS[role][0]).join(', ');

export function PeoplePanel() {
  const { profile } = useProfile();
  const me = useCall('people.me', {}).data?.person ?? null;
  const { data, failure, refresh } = useCall('people.list', profile === null ? {} : { profile: profile.id });
  const [asked, setAsked] = useState<{ readonly who: Listed | null; readonly isRemoval: boolean } | null>(null);
  if (me === null || profile === null) return null;
  const isAdmin = mayDo(me, 'admin', profile.id);
  const close = (): void => setAsked(null);
  return (
    <Panel
      title="People"
      note={`what each may do in ${plainText(profile.name)}`}
      actions={
        isAdmin ? (
          <Button size="xs" onClick={() => setAsked({ who: null, isRemoval: false })}>
            Invite…
          </Button>
        ) : null
      }
    >
      <FailureNotice failure={failure} onRetry={refresh} />
      {data?.people.map((one) => {
        const name = plainText(one.name);
        return (
          <SettingRow
            key={one.id}
            label={one.id === me.id ? `${name} (you)` : name}
            note={<Standing person={one} profileId={profile.id} />}
          >
            {isAdmin ? (
              <Button
                aria-label={`Change the roles of ${name}`}
                onClick={() => setAsked({ who: one, isRemoval: false })}
              >
                Roles…
              </Button>
            ) : null}
            {me.isHostAdmin && one.id !== me.id ? (
              <Button
                variant="subtle"
                aria-label={`Remove ${name}`}
                onClick={() => setAsked({ who: one, isRemoval: true })}
              >
                Remove…
              </Button>
            ) : null}
          </SettingRow>
        );
      })}
      <SecondPersonRow maySet={mayDo(me, ['approver', 'admin'], profile.id)} />
      {asked === null ? null : asked.who === null ? (
        <InviteDialog profileId={profile.id} onClose={close} />
      ) : asked.isRemoval ? (
        <RemoveDialog person={asked.who} onClose={close} />
      ) : (
        <RolesDialog
          person={data?.people.find(({ id }) => id === asked.who?.id) ?? asked.who}
          me={me}
          profileId={profile.id}
          onClose={close}
        />
      )}
    </Panel>
  );
}

function Standing({ person, profileId }: { readonly person: Listed; readonly profileId: string }) {
  const { address, state, invitedAt, isHostAdmin } = person;
  const roles = rolesText(rolesOn(person, profileId));
  const words = [roles, ...(isHostAdmin ? ['looks after the host'] : []), ...(address === null ? [] : [address])];
  return (
    <>
      {plainText(words.filter(Boolean).join(' · '))}
      {state === 'invited' ? (
        <>
          , invited <InstantText value={invitedAt} short />, not here yet
        </>
      ) : null}
    </>
  );
}

function RoleFields({
  roles,
  onRoles,
}: {
  readonly roles: readonly Role[];
  readonly onRoles: (roles: readonly Role[]) => void;
}) {
  return (
    <Checkbox.Group
      label="May"
      value={[...roles]}
      onChange={(chosen) => onRoles(ROLES.filter((role) => chosen.includes(role)))}
    >
      <Stack gap="xs" mt="xs">
        {ROLES.map((role) => (
          <Checkbox key={role} value={role} label={ROLE_WORDS[role][0]} description={ROLE_WORDS[role][1]} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

interface DialogProps {
  readonly profileId: string;
  readonly onClose: () => void;
}

function InviteDialog({ profileId, onClose }: DialogProps) {
  const invite = useAction('people.invite');
  const [address, setAddress] = useState('');
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<readonly Role[]>(['viewer']);
  const submit = () => {
    const called = name.trim() === '' ? {} : { name: name.trim() };
    return invite.run({ address: address.trim(), ...called, profile: profileId, roles: [...roles] });
  };
  return (
    <ActionDialog
      title="Invite somebody"
      label="Invite"
      action={invite}
      bar={
        address.trim() === ''
          ? 'Whose mail address?'
          : roles.length === 0
            ? 'Somebody who may nothing sees nothing.'
            : null
      }
      size={440}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput
          label="Mail address"
          description="The one that they sign in with"
          type="email"
          data-autofocus
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <TextInput
          label="Name"
          description="Empty: as their sign-in says"
          maxLength={80}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <RoleFields roles={roles} onRoles={setRoles} />
        <Note>No mail is sent: tell them the address of this page.</Note>
      </Stack>
    </ActionDialog>
  );
}

function RolesDialog(props: DialogProps & { readonly person: Listed; readonly me: Person }) {
  const { person, me, profileId, onClose } = props;
  const setRoles = useAction('people.setRoles');
  const setHost = useAction('people.setHostAdmin');
  const seen = useSeen(rolesOn(person, profileId), setRoles.failure);
  const [roles, choose] = useState<readonly Role[]>(() => rolesOn(person, profileId));
  const [isHostAdmin, setHostAdmin] = useState(person.isHostAdmin);
  const { id } = person;
  const submit = async (): Promise<void> => {
    if ((await setRoles.run({ id, profile: profileId, roles: [...roles], seen: [...seen] }))?.ok !== true) return;
    if (isHostAdmin !== person.isHostAdmin && (await setHost.run({ id, isHostAdmin }))?.ok !== true) return;
    onClose();
  };
  return (
    <ActionDialog
      title={`What may ${plainText(person.name)} do?`}
      label="Save"
      action={{ busy: setRoles.busy || setHost.busy, failure: setRoles.failure ?? setHost.failure }}
      size={440}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack>
        <RoleFields roles={roles} onRoles={choose} />
        {me.isHostAdmin && id !== me.id ? (
          <Group>
            <Switch
              label="Looks after the host"
              description="its businesses, its people, its copies"
              checked={isHostAdmin}
              onChange={({ currentTarget }) => setHostAdmin(currentTarget.checked)}
            />
          </Group>
        ) : null}
        {roles.length === 0 ? <Note>With no role they see nothing of this business any more.</Note> : null}
      </Stack>
    </ActionDialog>
  );
}

function RemoveDialog({ person, onClose }: { readonly person: Listed; readonly onClose: () => void }) {
  const remove = useAction('people.remove');
  return (
    <ActionDialog
      title={`Remove ${plainText(person.name)} from the team?`}
      label="Remove"
      action={remove}
      isDanger
      size={440}
      why="The audit log keeps why."
      onSubmit={(reason) => remove.run({ id: person.id, reason })}
      onClose={onClose}
    >
      They are out at once, from every business of this host. What they did stays theirs in the audit log.
    </ActionDialog>
  );
}
