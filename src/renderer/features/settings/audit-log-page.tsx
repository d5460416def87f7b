// What this console has done, newest first; an entry opens to its evidence.
import { Box, Button, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { useContext, useId, useMemo, useState } from 'react';
import { ACTIVITY_LIST, type ActivityAction, type ActivityEntry } from '../../../domain/news/activity.ts';
import { flag } from '../../../domain/kernel/list.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { namesIn } from '../../../domain/people/four-eyes.ts';
import { useCall, useProfile } from '../../bridge/index.ts';
import {
  CopyText,
  countWords,
  engineWords,
  Facts,
  failureWords,
  filterOf,
  ForeignText,
  grouped,
  InstantText,
  Link,
  ListEmpty,
  ListFilters,
  PageFrame,
  PageTurn,
  plainText,
  ReadState,
  SavedViewsContext,
  scrollable,
  shortHash,
  useRouteFilters,
  useUi,
} from '../../ui/index.ts';
import { ExportMenu, type Tone, ToneBadge } from '../../parts/index.ts';
import styles from './audit-log.module.css';
import type { AuditFault, AuditProof } from '../../../domain/kernel/audit-chain.ts';

const ACTIONS: Readonly<Record<ActivityAction, string>> = {
  'create-invoice': 'Create an invoice',
  'create-many': 'Create many',
  'resend-webhook': 'Resend a webhook',
  'resend-many': 'Resend many',
  'acknowledge-failures': 'Mark failures as seen',
  'begin-incident': 'Check an outage',
  'end-incident': 'Stop checking an outage',
  export: 'Export',
  'tick-step': 'Tick a step of a month',
  'add-step': 'Add a step to the months',
  'remove-step': 'Take a step off the months',
  'save-schedule': 'Save a scheduled export',
  'remove-schedule': 'Remove a scheduled export',
  'add-profile': 'Connect a business',
  'set-key': 'Set an API key',
  'change-profile': 'Change a profile',
  'forget-profile': 'Forget a profile',
  'set-webhook-secret': 'Set a webhook secret',
  'remove-webhook-secret': 'Remove a webhook secret',
  'set-reserve': 'Set the reserve',
  'save-view': 'Save a view',
  'remove-view': 'Remove a view',
  'add-note': 'Write a note',
  'name-address': 'Name an address',
  'save-answer': 'Write an answer to customers',
  'save-label': 'Save a label',
  'remove-label': 'Remove a label',
  'put-labels': 'Label records',
  'act-on-exceptions': 'Work on exceptions',
  'import-file': 'Imported a file',
  'undo-import': 'Took an import back',
  'save-source': 'Saved a source',
  'remove-source': 'Removed a source',
  'match-by-hand': 'Matched by hand',
  unmatch: 'Took a match by hand back',
  'close-period': 'Close a period',
  'supersede-close': 'Supersede a close',
  'add-item': 'Add a reconciling item',
  'save-journal-mapping': 'Accounts of the journal',
  'set-home-currency': 'Home currency',
  'save-home-rates': 'Rates into the home currency',
  'clear-item': 'Clear a reconciling item',
  'restore-books': 'Opened books that were put back',
  'copy-books': 'Set the folder for copies of the books',
  'lock-console': 'Lock of the console',
  'invite-person': 'Invite a person',
  join: 'First sign-in of a person',
  'set-roles': 'Roles of a person',
  'remove-person': 'Remove a person',
  'second-person': 'Approval by a second person',
  'set-four-eyes': 'For what a second person is needed',
};

const isAction = (action: string): action is ActivityAction => Object.hasOwn(ACTIONS, action);
const actionWords = (action: string): string => (isAction(action) ? ACTIONS[action] : action);

const GOOD: ReadonlySet<string> = new Set([
  'done',
  'delivered',
  'created',
  'saved',
  'offered',
  'acknowledged',
  'approved',
]);
const BAD: ReadonlySet<string> = new Set(['refused', 'conflict', 'failed', 'done-with-failures']);
const UNCERTAIN: ReadonlySet<string> = new Set([
  'unknown',
  'inconclusive',
  'not-observed',
  'no-answer-yet',
  'occurred-maybe-others',
  'existing',
]);

/** What the colour of an outcome says; the word stands beside it. */
function outcomeTone(outcome: string): Tone {
  if (GOOD.has(outcome)) return 'good';
  if (BAD.has(outcome) || outcome.startsWith('stopped')) return 'bad';
  return UNCERTAIN.has(outcome) ? 'warn' : 'quiet';
}

/** An outcome in words: the same words as everywhere, without hyphens. */
function outcomeWords(outcome: string): string {
  return outcome === 'offered' ? 'saved' : outcome.replaceAll('-', ' ');
}

/** Evidence as people read it: JSON on lines; what is none, or was cut, as it came. */
function evidenceText(evidence: string): string {
  try {
    return JSON.stringify(JSON.parse(evidence), null, 2);
  } catch {
    return evidence;
  }
}

const PAGE = 50;
/** Of all profiles and the console itself, or of this window's profile. */
const ALL = 'all';

const CONTROLS = {
  text: { label: 'Search the log', placeholder: 'Id or word' },
  action: { label: 'What', options: 'actions', wordOf: actionWords },
  outcome: { label: 'Result', options: 'outcomes', wordOf: outcomeWords },
  osUser: { label: 'Who', options: 'users' },
  at: { label: 'When' },
};
/** Where there is one business alone. */
const LOG_FILTER_OF_ONE = filterOf(ACTIVITY_LIST.filter, CONTROLS);
const LOG_FILTER = filterOf(
  { ...ACTIVITY_LIST.filter, [ALL]: flag },
  { ...CONTROLS, [ALL]: { label: 'All businesses' } },
);

/** The log of this window's business, or of all. */
export function ActivityPage() {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  const { id, profiles } = useProfile();
  const all = route.flag(ALL) === true;
  const filter = useMemo(() => LOG_FILTER_OF_ONE.read(route, timeZone), [route, timeZone]);
  // Another filter is another list, and begins at its beginning.
  const [turned, setTurned] = useState({ query: '', offset: 0 });
  const offset = turned.query === route.query ? turned.offset : 0;
  const scope = all || id === null ? {} : { profile: id };
  const enabled = id !== null;
  const page = useCall('activity.page', { ...scope, filter, offset, limit: PAGE }, { enabled });
  const facets = useCall('activity.facets', scope, { enabled }).data;
  const { data } = page;
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  const turn = (to: number): void => setTurned({ query: route.query, offset: to });
  return (
    <PageFrame
      title="Audit log"
      back={<Link to={screenPath('settings')}>Settings</Link>}
      fill
      band
      subtitle={
        <span aria-live="polite">{data === undefined ? null : countWords(data.total, 'entry', 'entries')}</span>
      }
      filters={
        <ListFilters
          of={profiles.length > 1 ? LOG_FILTER : LOG_FILTER_OF_ONE}
          counts={facets}
          onClear={isNarrowed || all ? () => route.keep([]) : undefined}
        />
      }
      actions={
        <>
          {useContext(SavedViewsContext)}
          <ExportMenu count={data?.total ?? null} rows={(asked) => ({ kind: 'activity', filter, all, ...asked })} />
        </>
      }
    >
      {enabled && !all ? <AuditProofLine /> : null}
      <ReadState read={page} unreadTitle="The log could not be read">
        {(log) =>
          log.total === 0 ? (
            <ListEmpty isNarrowed={isNarrowed} title="Nothing has been done yet">
              An entry is made for every webhook that is sent again, every invoice that is created, every export, and
              every change of a business. Reading leaves none.
            </ListEmpty>
          ) : (
            <>
              <Entries
                rows={log.rows}
                isOld={page.isPrevious}
                nameOf={(id) => (all ? (profiles.find((one) => one.id === id)?.name ?? null) : null)}
              />
              <PageTurn
                offset={offset}
                limit={PAGE}
                shown={log.rows.length}
                total={log.total}
                noun="entries"
                flush
                onTurn={turn}
              />
            </>
          )
        }
      </ReadState>
    </PageFrame>
  );
}

const COLUMNS = [
  ['Time', 170],
  ['Who', 110],
  ['What', 190],
  ['Detail', 'auto'],
  ['Result', 150],
] as const;

function Entries(props: {
  readonly rows: readonly ActivityEntry[];
  readonly isOld: boolean;
  /** The business, where entries of several stand in one list. */
  readonly nameOf: (profileId: string | null) => string | null;
}) {
  const { rows, isOld, nameOf } = props;
  return (
    <Box flex={1} mih={200} className={styles['rows'] ?? ''} {...scrollable('Entries')}>
      <Table
        className={styles['log'] ?? ''}
        layout="fixed"
        miw={900}
        stickyHeader
        highlightOnHover
        bg="var(--mc-surface)"
        aria-label="Audit log"
        aria-busy={isOld || undefined}
      >
        <Table.Thead>
          <Table.Tr h={36}>
            {COLUMNS.map(([head, width]) => (
              <Table.Th key={head} scope="col" w={width} fz="xs" fw={500} c="dimmed">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((entry) => (
            <EntryLine key={entry.id} entry={entry} profile={nameOf(entry.profileId)} />
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

/** `profile`: its name, where entries of several stand in one list. */
function EntryLine(props: { readonly entry: ActivityEntry; readonly profile: string | null }) {
  const { entry, profile } = props;
  const [open, setOpen] = useState(false);
  const detail = useId();
  return (
    <>
      <Table.Tr h={32} data-entry style={{ cursor: 'pointer' }} onClick={() => setOpen(!open)}>
        <Table.Td>
          <InstantText value={entry.at} />
        </Table.Td>
        <Table.Td c="dimmed">{plainText((profile ?? namesIn(entry.osUser).join(', ')).slice(0, 60))}</Table.Td>
        <Table.Td fw={500}>
          <UnstyledButton
            fz="sm"
            fw={500}
            aria-expanded={open}
            aria-controls={open ? detail : undefined}
            onClick={(event) => {
              event.stopPropagation();
              setOpen(!open);
            }}
          >
            {actionWords(entry.action).slice(0, 60)}
          </UnstyledButton>
        </Table.Td>
        <Table.Td>{plainText(entry.summary.slice(0, 300))}</Table.Td>
        <Table.Td>
          <ToneBadge tone={outcomeTone(entry.outcome)}>{outcomeWords(entry.outcome).slice(0, 60)}</ToneBadge>
        </Table.Td>
      </Table.Tr>
      {open ? (
        <Table.Tr id={detail}>
          <Table.Td colSpan={5} style={{ whiteSpace: 'normal' }} p="md">
            <Facts
              of={[
                ['Asked for', <ForeignText key="asked" text={entry.summary} />, 'wide'],
                ['By', `${plainText(entry.osUser.slice(0, 120))}, on ${engineWords().computer}`],
                ['When', <InstantText key="when" value={entry.at} withAge />],
                [
                  'In the chain',
                  entry.place === null || entry.hash === null ? (
                    'Older than the chain'
                  ) : (
                    <CopyText
                      key="hash"
                      value={entry.hash}
                      shown={`${grouped(entry.place)}, ${shortHash(entry.hash)}`}
                      label="Hash of the entry"
                    />
                  ),
                ],
                [
                  'Entry',
                  <span key="entry" className="mc-num">
                    {entry.id}
                  </span>,
                ],
                [
                  'Evidence',
                  entry.evidence === null ? (
                    'None was kept.'
                  ) : (
                    <ForeignText key="evidence" text={evidenceText(entry.evidence)} block />
                  ),
                  'wide',
                ],
              ]}
            />
          </Table.Td>
        </Table.Tr>
      ) : null}
    </>
  );
}

/** Of this window's business, or of the console itself. */
export function AuditProofLine() {
  const { data, failure, refresh, isPrevious } = useCall('activity.verify', {});
  return (
    <Group px="md" py={6} aria-live="polite" wrap="nowrap">
      <Text component="div" flex={1}>
        {data === undefined ? (
          failure === undefined ? (
            'Checking the chain of entries…'
          ) : (
            failureWords(failure).sentence
          )
        ) : (
          <Words proof={data} />
        )}
      </Text>
      <Button className="mc-no-print" size="xs" loading={isPrevious} onClick={refresh}>
        Check again
      </Button>
    </Group>
  );
}

function Words({ proof: { head, older, faults, checkedAt } }: { readonly proof: AuditProof }) {
  const [first] = faults;
  return (
    <>
      <Text span fw={600} c={first === undefined ? 'inherit' : 'var(--mc-bad-text)'}>
        {first === undefined
          ? `Nothing was changed in ${countWords(head.entries, 'entry', 'entries')}`
          : `NOT as it was written: ${faultWords(first)}${faults.length === 1 ? '' : `, and ${faults.length - 1} more`}`}
      </Text>
      . Checked <InstantText value={checkedAt} short />.{' '}
      {head.sha256 === null ? null : (
        <>
          Hash of the last{' '}
          <CopyText value={head.sha256} shown={shortHash(head.sha256)} label="Hash of the last entry" />
          <span className="mc-print-only mc-mono"> {head.sha256}</span>{' '}
        </>
      )}
      {older === 0
        ? null
        : `${countWords(older, 'entry is', 'entries are')} older than the chain, which says nothing of them.`}
    </>
  );
}

const FAULTS: Readonly<Record<AuditFault['fault'], readonly [one: string, more: string]>> = {
  changed: ['is another one than was written', 'are others than were written'],
  missing: ['is gone', 'are gone'],
  inserted: ['was never written', 'were never written'],
  rewritten: ['was written anew since a close', 'were written anew, in whole or in part, since a close'],
};

/** "entry 12 is gone", "entries 12 to 30 are gone". Pure. */
export function faultWords({ fault, from, to }: AuditFault): string {
  const [one, more] = FAULTS[fault];
  return from === to ? `entry ${grouped(from)} ${one}` : `entries ${grouped(from)} to ${grouped(to)} ${more}`;
}
