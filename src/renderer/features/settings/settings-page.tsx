// The settings in sections, with a search over them. What concerns the API stands beside what concerns this computer.
import { Box, Group, NavLink, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { screenPath } from '../../../domain/console/screens.ts';
import {
  ButtonLink,
  CopyText,
  CountField,
  countWords,
  EmptyState,
  engineWords,
  Facts,
  FailureNotice,
  hashHref,
  InstantText,
  PageFrame,
  Panel,
  useNow,
  useRouteFilters,
} from '../../ui/index.ts';
import { ToneBadge } from '../../parts/index.ts';
import { AboutPanel } from './about-panel.tsx';
import { AnswersPanel } from './answers-panel.tsx';
import { CopiesPanel } from './copies-panel.tsx';
import { DataPanel, DriftPanel, ReservePanel } from './data-panel.tsx';
import { ProfilesPanel } from './profiles-panel.tsx';
import { WebhookSecretPanel } from './webhook-secret-panel.tsx';
import { isTeamEngine, useAction, useCall, useCapabilities, useSettings } from '../../bridge/index.ts';
import { LabelsPanel } from './labels-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { LockPanel } from './lock-panel.tsx';
import { Choice, SettingRow, SwitchRow } from './setting-row.tsx';
import { WritingRows } from './writing-rows.tsx';
import { isSealedOff, OWN_SERVICE_COMMAND, VAULT_STEPS, VAULT_WORDS } from './verdict-words.ts';
import { CANNOT_NOTIFY } from './desktop-words.ts';
import { HOMES, ROW_HEIGHTS, type SettingsChange, THRESHOLDS } from '../../../domain/console/console-settings.ts';
import { fromEpochMs } from '../../../domain/kernel/time/time.ts';

const SCHEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const HOME_LABELS = { finance: 'Finance', support: 'Support' } as const;

/** Zones this system knows, UTC first; the present one always among them. */
function zones(present: string): string[] {
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC');
  return [...new Set(['UTC', present, ...known])];
}

function DisplayPanel() {
  const { settings: data, failure, refused, change, refresh } = useSettings();
  const zone = data?.timeZone ?? 'UTC';
  const options = useMemo(() => zones(zone), [zone]);
  const now = useNow();
  const disabled = data === undefined;
  return (
    <Panel title="Display and numbers">
      <FailureNotice failure={failure} onRetry={refresh} />
      <FailureNotice failure={refused} />
      <Choice
        label="Colours"
        value={data?.colourScheme ?? 'auto'}
        choices={SCHEMES}
        disabled={disabled}
        onChange={(colourScheme) => change({ colourScheme })}
      />
      <SettingRow
        label="Time zone"
        note={
          <>
            Now: <InstantText value={fromEpochMs(now)} withZone />
          </>
        }
      >
        <Select
          aria-label="Time zone"
          w={170}
          data={options}
          value={zone}
          searchable
          maxDropdownHeight={280}
          // Hundreds of zones are there once somebody opens it.
          comboboxProps={{ keepMounted: false }}
          disabled={disabled}
          onChange={(next) => {
            if (next !== null) change({ timeZone: next });
          }}
        />
      </SettingRow>
      <WritingRows settings={data} change={change} />
      <Choice
        label="Row height"
        value={data?.rowHeight ?? 32}
        choices={ROW_HEIGHTS.map((value) => ({ value, label: `${value}` }))}
        disabled={disabled}
        onChange={(rowHeight) => change({ rowHeight })}
      />
      <SwitchRow
        label="All digits of every amount"
        note="off: two decimals of a token; tooltip, copy and export are always exact"
        checked={data?.allDigits ?? false}
        disabled={disabled}
        onChange={(allDigits) => change({ allDigits })}
      />
      <Choice
        label="Home opens for"
        value={data?.homeFor ?? 'finance'}
        choices={HOMES.map((value) => ({ value, label: HOME_LABELS[value] }))}
        disabled={disabled}
        onChange={(homeFor: NonNullable<SettingsChange['homeFor']>) => change({ homeFor })}
      />
    </Panel>
  );
}

interface Section {
  readonly id: string;
  readonly label: string;
  readonly words: string;
  readonly column: 'own' | 'api';
  readonly panels: ReactNode;
  /** On the host of a team alone. */
  readonly isOfTeam?: true;
}

/** In the order of the list at the left. */
const SECTIONS: readonly Section[] = [
  {
    id: 'businesses',
    label: 'Businesses',
    words: 'profile connect rename forget read-only api key webhook secret keychain signature',
    column: 'own',
    panels: (
      <>
        <ProfilesPanel />
        <WebhookSecretPanel />
        <KeySafety />
      </>
    ),
  },
  {
    id: 'display',
    label: 'Display and numbers',
    words:
      'colours dark light scheme time zone utc row height digits decimals amounts home finance support numbers comma point separator thousands dates order week monday sunday csv semicolon tab region locale',
    column: 'own',
    panels: <DisplayPanel />,
  },
  {
    id: 'people',
    label: 'People',
    words: 'team invite roles viewer support finance approver admin remove who may second person four eyes approvals',
    column: 'own',
    panels: <PeoplePanel />,
    isOfTeam: true,
  },
  {
    id: 'lock',
    label: 'Lock',
    words: 'passphrase password idle away screen minutes',
    column: 'own',
    panels: <LockPanel />,
  },
  {
    id: 'sync',
    label: 'Data and sync',
    words:
      'complete certificate requests minute limit budget reserve shop pause resume re-read specification unknown fields drift copies backup restore books move computer file bring passphrase',
    column: 'api',
    panels: (
      <>
        <DataPanel />
        <ReservePanel />
        <CopiesPanel />
        <DriftPanel />
      </>
    ),
  },
  {
    id: 'notices',
    label: 'Notices',
    words:
      'notifications webhooks failed delivered withdrawals rejected late changes contradictions receiver down outage payments stopped threshold',
    column: 'api',
    panels: (
      <>
        <NotificationsPanel />
        <ThresholdsPanel />
      </>
    ),
  },
  {
    id: 'answers',
    label: 'Answers',
    words:
      'customers reply texts templates languages translation support copy english polish german turkish spanish french',
    column: 'own',
    panels: <AnswersPanel />,
  },
  {
    id: 'labels',
    label: 'Labels and notes',
    words: 'colours rename remove export file',
    column: 'own',
    panels: <LabelsPanel />,
  },
  { id: 'audit', label: 'Audit log', words: 'activity history who did what', column: 'api', panels: <AuditPanel /> },
  {
    id: 'about',
    label: 'About',
    words: 'version update licences start log in tray background watching computer',
    column: 'own',
    panels: (
      <>
        <ComputerPanel />
        <AboutPanel />
      </>
    ),
  },
];

/** The sections in which every word of the search occurs; all of them without one. */
function foundSections(query: string): readonly Section[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return SECTIONS.filter(({ label, words, isOfTeam }) => {
    if (isOfTeam === true && !isTeamEngine()) return false;
    const text = `${label} ${words}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

const KINDS = [
  {
    name: 'health',
    label: 'Receivers that are down, payments that stop',
    note: 'told at once, and once more when it is over',
  },
  { name: 'failedDeliveries', label: 'Webhooks that were not delivered', note: 'only a resend delivers them' },
  {
    name: 'newAddresses',
    label: 'Withdrawals to a new address',
    note: 'nothing was sent to it before, and nobody has named it',
  },
  { name: 'rejectedWithdrawals', label: 'Rejected withdrawals', note: 'the money is back on the balance' },
  {
    name: 'lateChanges',
    label: 'Late changes and contradictions',
    note: 'a record changed after it was final, or contradicts itself or its webhooks',
  },
  { name: 'feesMoved', label: 'Fees that moved', note: 'a commission of a payment method is another one now' },
  { name: 'approvedWithdrawals', label: 'Approved withdrawals', note: 'the money is on its way' },
  { name: 'scheduledExports', label: 'Scheduled exports', note: 'one failed, was made up late, or is not complete' },
  { name: 'closingLinks', label: 'Payment links about to close', note: 'five minutes before, while nobody has paid' },
] as const;

/** The kinds of news. When nobody is to be disturbed the system knows: it has its own focus. */
function NotificationsPanel() {
  const { settings, refused, change } = useSettings();
  const { notify } = useCapabilities();
  const notifications = settings?.notifications;
  return (
    <Panel title="Notifications" note="Shown by the system while you look elsewhere.">
      {notify ? null : <Text c="dimmed">{CANNOT_NOTIFY}</Text>}
      <FailureNotice failure={refused} />
      {KINDS.map(({ name, label, note }) => (
        <SwitchRow
          key={name}
          label={label}
          note={note}
          checked={notifications?.[name] ?? false}
          disabled={!notify || notifications === undefined}
          onChange={(checked) => change({ notifications: { [name]: checked } })}
        />
      ))}
    </Panel>
  );
}

const THRESHOLD_ROWS = [
  {
    name: 'failuresInRow',
    label: 'A receiver is down after',
    note: 'attempts for new orders that fail one after the other',
    suffix: 'in a row',
  },
  {
    name: 'failureShare',
    label: 'or when so many fail',
    note: 'of the attempts for new orders of 15 minutes',
    suffix: '%',
  },
  {
    name: 'silentMinutes',
    label: 'Payments have stopped after',
    note: 'without one by a method that usually has many then',
    suffix: 'minutes',
  },
  {
    name: 'newAddressFrom',
    label: 'A withdrawal to a new address counts from',
    note: 'as requested, in its own token; 0: every one',
    suffix: 'up',
  },
] as const;

/** From when on it is news: no less than may be set. */
function ThresholdsPanel() {
  const { settings, refused, change } = useSettings();
  return (
    <Panel title="From when on it is news">
      <FailureNotice failure={refused} />
      {THRESHOLD_ROWS.map(({ name, label, note, suffix }) => {
        const { min, max } = THRESHOLDS[name];
        return (
          <SettingRow key={name} label={label} note={note}>
            <CountField
              aria-label={label}
              w={140}
              {...{ min, max }}
              rightSection={
                <Text fz="sm" c="dimmed" w="100%">
                  {suffix}
                </Text>
              }
              rightSectionWidth={70}
              rightSectionPointerEvents="none"
              value={settings?.[name]}
              disabled={settings === undefined}
              onCount={(count) => change({ [name]: count })}
            />
          </SettingRow>
        );
      })}
    </Panel>
  );
}

/** All sections; `?section=ID` is the one that comes into view. */
export function SettingsPage() {
  const [query, setQuery] = useState('');
  const found = foundSections(query);
  const wanted = useRouteFilters().text('section');
  useEffect(() => {
    if (wanted === undefined) return undefined;
    const show = (): void => document.getElementById(`settings-${wanted}`)?.scrollIntoView();
    // A step to another screen brings it to its top a frame later.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(show);
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted]);
  return (
    <PageFrame
      title="Settings"
      filters={
        <TextInput
          type="search"
          w={280}
          aria-label="Search settings"
          placeholder="Search settings"
          data-console-search=""
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      }
    >
      {found.length === 0 ? (
        <EmptyState kind="nothing-matches" title="No setting is called so" />
      ) : (
        <Group align="start" gap="sm" wrap="nowrap">
          <Box component="nav" aria-label="Sections" w={184} flex="none" pos="sticky" top={60} visibleFrom="md">
            {found.map(({ id, label }) => (
              <NavLink
                key={id}
                py={6}
                label={label}
                active={id === wanted}
                href={hashHref(`${screenPath('settings')}?section=${id}`)}
              />
            ))}
          </Box>
          {/* Below one another where both do not fit beside the sections. */}
          <Group align="start" gap="sm" flex={1} miw={0}>
            {(['own', 'api'] as const).map((column) => (
              <Stack key={column} gap="sm" flex="1 1 400px" miw={0} maw={880}>
                {found
                  .filter((section) => section.column === column)
                  .map(({ id, panels }) => (
                    <Stack key={id} id={`settings-${id}`} gap="sm" style={{ scrollMarginTop: 60 }}>
                      {panels}
                    </Stack>
                  ))}
              </Stack>
            ))}
          </Group>
        </Group>
      )}
    </PageFrame>
  );
}

/** Of all businesses and of the console itself. */
function AuditPanel() {
  const total = useCall('activity.page', { offset: 0, limit: 1 }).data?.total;
  return (
    <Panel title="Audit log">
      <SettingRow
        label={total === undefined ? 'What was done with this console' : countWords(total, 'entry', 'entries')}
        note="what was changed or sent with this console; no entry is ever changed"
      >
        <ButtonLink to={screenPath('audit-log')}>Open</ButtonLink>
      </SettingRow>
    </Panel>
  );
}

/** Each of them, disabled with its reason where the shell cannot. */
function ComputerPanel() {
  const { settings, refused, change } = useSettings();
  const { background, opensWindows } = useCapabilities();
  return (
    <Panel title="This computer">
      <FailureNotice failure={refused} />
      <LaunchAtLogin />
      <SwitchRow
        label="Keep watching when the last window is closed"
        note={
          background
            ? 'The console stays with its icon in the tray, reads on, and tells what happens.'
            : opensWindows
              ? 'This desktop has no place for an icon in a panel, so the console ends with its last window.'
              : 'Only the desktop app can. Here the console reads for as long as its program runs, whatever windows are open.'
        }
        checked={settings?.keepWatching ?? false}
        disabled={settings === undefined || !background}
        onChange={(keepWatching) => change({ keepWatching })}
      />
    </Panel>
  );
}

function LaunchAtLogin() {
  const { launchAtLogin } = useCapabilities();
  const { data, failure, refresh } = useCall('login.get', {}, { enabled: launchAtLogin });
  const set = useAction('login.set');
  return (
    <>
      <SwitchRow
        label="Start when you log in"
        note={launchAtLogin ? 'The system starts the console with your session.' : 'Only the desktop app can.'}
        checked={data?.on ?? false}
        disabled={!launchAtLogin || data === undefined || set.busy}
        onChange={(on) => void set.run({ on }).then(refresh)}
      />
      <FailureNotice failure={failure} onRetry={refresh} />
      <FailureNotice failure={set.failure} />
    </>
  );
}

/** Calm words, no warning signs: the reader decides. */
function KeySafety() {
  const { data: vault, failure, refresh } = useCall('vault.status', {});
  return (
    <Panel title="About keys">
      <FailureNotice failure={failure} onRetry={refresh} />
      <Facts
        of={[
          [
            engineWords().keysHead,
            vault === undefined ? (
              failure === undefined ? (
                'Asking…'
              ) : (
                'Could not be read'
              )
            ) : vault.kind === 'working' ? (
              <>
                <ToneBadge tone="good">Works</ToneBadge> {vault.store.slice(0, 120)}
              </>
            ) : (
              <>
                <ToneBadge tone="warn">Does not work</ToneBadge> {VAULT_WORDS[vault.reason]}{' '}
                {isSealedOff(vault)
                  ? 'Until it works, no key is taken.'
                  : 'Until it works, keys can be kept for this run only.'}{' '}
                {VAULT_STEPS[vault.reason]}
              </>
            ),
            'wide',
          ],
          vault?.kind === 'unavailable' && vault.reason === 'no-service'
            ? [
                'Start with a keychain service of its own',
                <CopyText key="command" value={OWN_SERVICE_COMMAND} label="command" wrap />,
                'wide',
              ]
            : null,
        ]}
      />
    </Panel>
  );
}
