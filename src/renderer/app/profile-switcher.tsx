// Which business this window shows, and the way to another.
import { screenPath } from '../../domain/console/screens.ts';
import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconBuildingStore,
  IconCheck,
  IconDeviceDesktop,
  IconFlask,
  IconSelector,
  IconServer,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  isTeamEngine,
  type ProfileSummary,
  signOut,
  type TeamSummary,
  useCall,
  useCalls,
  useProfile,
  useTeams,
} from '../bridge/index.ts';
import { navigateTo, plainText } from '../ui/index.ts';
import classes from './frame.module.css';
import { useShowTeam, useWhereText } from './teams.tsx';

export function ProfileSwitcher(props: {
  readonly onLock: () => void;
  readonly onTrain: () => void;
  readonly onConnect: () => void;
}) {
  const { onLock, onTrain, onConnect } = props;
  const { way } = useTeams();
  const where = useWhereText();
  const { profile, profiles, hasSeveral, select } = useProfile();
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <UnstyledButton className={classes.item} data-console-key="business" style={WRAPPED}>
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
          {where === null ? null : (
            <Text span pl={34} pb={4} c="var(--mc-text-soft)" fz={11} lh="14px" fw={400} style={OWN_LINE}>
              {where}
            </Text>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Engines />
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
        {way === 'none' ? null : <Menu.Item onClick={onConnect}>Connect to a team…</Menu.Item>}
        <SignedIn />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Whose engine it is has a line of its own below: it is to be read whole. */
const WRAPPED = { flexWrap: 'wrap', rowGap: 0 } as const;
const OWN_LINE = { flexBasis: '100%', overflowWrap: 'anywhere' } as const;

/** This computer and the teams' hosts that it knows; nothing where it knows none. */
function Engines() {
  const { way, teams, here } = useTeams();
  const show = useShowTeam();
  if (teams.length === 0) return null;
  const check = <IconCheck size={16} aria-label="shown now" />;
  const icon = <IconServer size={18} stroke={1.75} aria-hidden="true" />;
  const words = ({ host, person, standing }: TeamSummary): ReactNode => (
    <>
      <Text fz={13} fw={600} truncate>
        {host}
      </Text>
      <Text fz={12} lh="16px" c="dimmed" truncate>
        {way === 'links' ? 'Opens its own page' : [person, STANDING_WORDS[standing]].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
  return (
    <>
      <Menu.Label>Engine</Menu.Label>
      <Menu.Item
        leftSection={<IconDeviceDesktop size={18} stroke={1.75} aria-hidden="true" />}
        rightSection={here === null ? check : null}
        onClick={() => here !== null && show(null)}
      >
        <Text fz={13} fw={600}>
          This computer
        </Text>
      </Menu.Item>
      {teams.map((team) =>
        way === 'links' ? (
          <Menu.Item
            key={team.id}
            component="a"
            href={team.origin}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={icon}
          >
            {words(team)}
          </Menu.Item>
        ) : (
          <Menu.Item
            key={team.id}
            leftSection={icon}
            rightSection={team.id === here?.id ? check : null}
            onClick={() => team.id !== here?.id && show(team.id)}
          >
            {words(team)}
          </Menu.Item>
        ),
      )}
      <Menu.Divider />
    </>
  );
}

const STANDING_WORDS: Readonly<Record<TeamSummary['standing'], string>> = {
  unknown: '',
  in: 'signed in',
  away: 'does not answer',
  out: 'signed out',
  other: 'another version',
};

/** Who it is, and the way out; nothing on an engine that knows no people. */
function SignedIn() {
  const { here } = useTeams();
  const isTeam = isTeamEngine();
  const { run } = useCalls();
  const person = useCall('people.me', {}, { enabled: isTeam }).data?.person ?? null;
  if (!isTeam) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{person === null ? 'Signed in' : `Signed in as ${plainText(person.name)}`}</Menu.Label>
      <Menu.Item onClick={() => void (here === null ? signOut() : run('teams.signOut', { id: here.id }))}>
        Sign out
      </Menu.Item>
      {here === null ? null : (
        <Menu.Item onClick={() => void run('teams.forget', { id: here.id })}>Forget this team’s address</Menu.Item>
      )}
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
