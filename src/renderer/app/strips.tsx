// Strips above every screen: what stands in the way now, and news. Calm, and gone when their reason is.
import { Button, CloseButton, Group } from '@mantine/core';
import {
  IconBell,
  IconClockExclamation,
  IconCloudOff,
  IconDatabaseExclamation,
  IconDatabaseImport,
  IconKeyOff,
  IconLock,
  IconPlugConnectedX,
  IconShieldQuestion,
  IconTool,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { BooksRestore } from '../../contract/calls/books.ts';
import type { SyncStatus } from '../../contract/calls/sync.ts';
import { NEWS_PATHS, type NewsSubject } from '../../domain/news/notice.ts';
import { screenPath } from '../../domain/console/screens.ts';
import {
  type ProfileSummary,
  useAction,
  useCall,
  useConnection,
  useEvent,
  useProfile,
  useTeams,
} from '../bridge/index.ts';
import { useImportNews } from '../features/reconciliation/imports/running-imports.tsx';
import {
  AgeText,
  countWords,
  failureWords,
  followServerClock,
  InstantText,
  type ShownNews,
  plainText,
  putNewsAway,
  RESTORED_PATH,
  tellNews,
  TimeOfDayText,
  useNews,
} from '../ui/index.ts';
import classes from './frame.module.css';
import { clockWords, cutOffBy } from './sync-words.ts';

export function Strips() {
  const { profile } = useProfile();
  const connection = useConnection();
  const { here } = useTeams();
  return (
    <section className="mc-no-print" aria-label="Notices">
      {profile?.readOnly === true ? (
        <Strip icon={IconLock} tone="quiet" role="note">
          This profile is read-only: nothing can be sent or changed with it.
        </Strip>
      ) : null}
      {profile === null ? null : <OfTheKey profile={profile} />}
      <OfTheTeam />
      {connection === 'reconnecting' && here === null ? (
        <Strip icon={IconPlugConnectedX}>
          The connection to the console’s engine is lost. What you see may be old; reconnecting…
        </Strip>
      ) : null}
      <OfTheApi hasProfile={profile !== null} />
      <OfTheBooks />
      <Troubles />
      <NewsStrips />
    </section>
  );
}

/** `end` is what can be done about it; `close` the name of the button that puts it away. */
function Strip(props: {
  readonly icon: TablerIcon;
  readonly tone?: ShownNews['tone'];
  readonly role?: 'status' | 'alert' | 'note';
  readonly end?: ReactNode;
  readonly close?: string;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}) {
  const { icon: Icon, tone = 'warn', role = 'status', end, close, onClose, children } = props;
  return (
    <Group
      className={classes.strip}
      role={role}
      gap={10}
      px="md"
      py={6}
      wrap="nowrap"
      bg={`var(--mc-${tone}-soft)`}
      c={`var(--mc-${tone}-text)`}
    >
      <Icon size={16} aria-hidden="true" />
      <span>{children}</span>
      <Group gap={12} ml="auto" wrap="nowrap" flex="none">
        {end}
        {close === undefined ? null : <CloseButton size="sm" aria-label={close} onClick={onClose} />}
      </Group>
    </Group>
  );
}

const NEWS_LABELS: Readonly<Record<NewsSubject, string>> = {
  'failed-deliveries': 'Failed deliveries',
  'rejected-withdrawals': 'Rejected withdrawals',
  'late-changes': 'Late changes',
  contradictions: 'Exceptions',
  'closed-facts': 'Changed after their close',
  'receiver-down': 'Outage and resend',
  'receiver-recovered': 'What still waits',
  'payments-silent': 'Invoices',
  'payments-recovered': 'Invoices',
  'closing-links': 'Pending',
  'fees-moved': 'Changes',
  'new-addresses': 'Withdrawals',
  'approved-withdrawals': 'Withdrawals',
  'scheduled-exports': 'Scheduled exports',
  approvals: 'Approvals',
};

/** News that comes before there is a strip to show it in is shown once there is. */
export function useNewsHeard(): void {
  useEvent('news', ({ id, about, title, body }, profile) => {
    const link = { label: NEWS_LABELS[about], path: NEWS_PATHS[about] };
    tellNews({ id, title, words: body, tone: about === 'approvals' ? 'quiet' : 'warn', link, profile });
  });
}

function NewsStrips() {
  const { id: shown } = useProfile();
  useImportNews();
  // A link leads into the business that it is about, so it stands there only.
  return useNews().map(({ id, title, words, tone, link, profile }) => (
    <Strip
      key={id}
      icon={IconBell}
      tone={tone}
      close={`Close: ${plainText(title.slice(0, 60))}`}
      onClose={() => putNewsAway(id)}
      end={
        link === null || profile !== shown ? null : (
          <Link className="mc-link" href={link.path} onClick={() => putNewsAway(id)}>
            {link.label}
          </Link>
        )
      }
    >
      <strong>{plainText(title.slice(0, 120))}.</strong> {plainText(words.slice(0, 400))}
    </Strip>
  ));
}

function OfTheApi({ hasProfile }: { readonly hasProfile: boolean }) {
  const { data } = useCall('sync.status', {});
  const offsetMs = data?.clockOffsetMs ?? 0;
  useEffect(() => followServerClock(offsetMs), [offsetMs]);
  if (data === undefined) return null;
  const { asOf } = data.invoices;
  const clock = clockWords(offsetMs);
  const failure = cutOffBy(data);
  const cutOff = failure === null ? null : failureWords(failure);
  return (
    <>
      {!hasProfile || data.offline === undefined ? null : <Offline offline={data.offline} asOf={asOf} />}
      {cutOff === null ? null : (
        <TryStrip
          tone="warn"
          age={
            asOf === null ? null : (
              <>
                What you see was read at <TimeOfDayText value={asOf} />.
              </>
            )
          }
        >
          <strong>{cutOff.title}.</strong> {failure?.kind === 'rejected' ? `${cutOff.sentence} ` : ''}
          {cutOff.nextStep}
        </TryStrip>
      )}
      {clock === null ? null : <Strip icon={IconClockExclamation}>{clock}</Strip>}
    </>
  );
}

/** The team's host does not answer: what was read stays, and nothing is sent or kept for later. */
function OfTheTeam() {
  const { here } = useTeams();
  if (here?.standing !== 'away') return null;
  return (
    <Strip icon={IconPlugConnectedX} role="note">
      <span role="status">
        <strong>{plainText(here.host)} does not answer.</strong> {plainText(here.reason ?? '')} What you do is refused,
        not kept for later; reconnecting…
      </span>
      {here.since === null ? null : (
        <>
          {' '}
          Showing what was read until <TimeOfDayText value={here.since} />, <AgeText since={here.since} />.
        </>
      )}
    </Strip>
  );
}

/** What is on screen is still true as of its time, and the console tries again by itself. */
function Offline(props: { readonly offline: NonNullable<SyncStatus['offline']>; readonly asOf: string | null }) {
  const { offline, asOf } = props;
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

/** With a way to try at once. `children` are told once; `age` moves by itself, so nobody has it read out again and again. */
function TryStrip(props: { readonly tone: 'quiet' | 'warn'; readonly children: ReactNode; readonly age: ReactNode }) {
  const { run, busy, failure } = useAction('sync.start');
  return (
    <Strip
      icon={IconCloudOff}
      tone={props.tone}
      role="note"
      end={
        <Button size="compact-xs" loading={busy} onClick={() => void run({})}>
          Try now
        </Button>
      }
    >
      <span role="status">{props.children}</span> {props.age}
      {failure === undefined ? null : <span role="alert"> Could not try: {failureWords(failure).sentence}</span>}
    </Strip>
  );
}

const KEY_STRIPS = {
  absent: {
    icon: IconKeyOff,
    tone: 'quiet',
    title: 'No key.',
    words: 'What was read before stays readable; nothing can be read anew or sent.',
    action: 'Set its key',
  },
  different: {
    icon: IconKeyOff,
    tone: 'warn',
    title: 'The key is another business’s.',
    words: 'Everything stands still, so that two businesses do not mix. What was read of this business stays readable.',
    action: 'Set the right key',
  },
  unproved: {
    icon: IconShieldQuestion,
    tone: 'quiet',
    title: 'Reading only.',
    words:
      'Nothing proves yet that the new key is this business’s. The first webhook delivery that the console reads settles it; it looks for one by itself.',
    action: 'About this key',
  },
} as const;

function OfTheKey({ profile: { key, kind, keyStanding } }: { readonly profile: ProfileSummary }) {
  const standing = key === 'absent' ? key : keyStanding;
  if (kind === 'sandbox' || (standing !== 'absent' && standing !== 'different' && standing !== 'unproved')) return null;
  const { icon, tone, title, words, action } = KEY_STRIPS[standing];
  return (
    <Strip
      icon={icon}
      tone={tone}
      end={
        <Link className="mc-link" href={screenPath('settings')}>
          {action}
        </Link>
      }
    >
      <strong>{title}</strong> {words}
    </Strip>
  );
}

const COPIES_LINK = (
  <Link className="mc-link" href={`${screenPath('settings')}?section=sync`}>
    Copies
  </Link>
);

/** They were put back from a copy, or copies hold more than they do. */
function OfTheBooks() {
  const { data, refresh } = useCall('books.state', {});
  const standing = useCall('restored.list', {}, { enabled: data?.restore !== undefined }).data?.items ?? [];
  const { run } = useAction('books.seen');
  if (data === undefined) return null;
  const { restore, largerCopies, failedDrill, outside } = data;
  const seen = (what: Parameters<typeof run>[0]): void => void run(what).then(refresh);
  return (
    <>
      {restore === undefined ? null : (
        <Strip
          icon={IconDatabaseImport}
          close="Close: the books were put back"
          onClose={() => seen({ restore: restore.position })}
          end={
            <Link className="mc-link" href={RESTORED_PATH}>
              {standing.length === 0 ? 'About it' : 'Decide'}
            </Link>
          }
        >
          <Restored restore={restore} standing={standing.length} />
        </Strip>
      )}
      {largerCopies.length === 0 ? null : (
        <Strip
          icon={IconDatabaseExclamation}
          close="Close: copies of the books hold more"
          onClose={() => seen({ largerCopies })}
          end={COPIES_LINK}
        >
          <LargerCopies names={largerCopies} />
        </Strip>
      )}
      {failedDrill === undefined ? null : (
        <Strip
          icon={IconDatabaseExclamation}
          close="Close: a copy of the books is not sound"
          onClose={() => seen({ drill: failedDrill.at })}
          end={COPIES_LINK}
        >
          <strong>The newest copy of the books could not be put back.</strong> It was tried{' '}
          <InstantText value={failedDrill.at} />; the books themselves are as they were.
        </Strip>
      )}
      {outside === undefined ? null : (
        <Strip icon={IconDatabaseExclamation} end={COPIES_LINK}>
          <strong>The books are not copied into their folder any more.</strong> They themselves are as they were.
        </Strip>
      )}
    </>
  );
}

function LargerCopies({ names }: { readonly names: readonly string[] }) {
  return (
    <>
      <strong>The books hold less than {names.length === 1 ? 'a copy' : `${names.length} copies`} of them.</strong> The
      latest is <span className="mc-mono">{plainText((names.at(-1) ?? '').slice(0, 80))}</span> in the folder “backups”;
      it is kept. If you did not mean to use older books, restore it.
    </>
  );
}

function Restored({ restore, standing }: { readonly restore: BooksRestore; readonly standing: number }) {
  const { asOf, usedUntil } = restore;
  return (
    <>
      <strong>
        The books were put back from a copy, as of <InstantText value={asOf} withZone />.
      </strong>{' '}
      What this console sent after that
      {usedUntil === undefined ? null : (
        <>
          , until <InstantText value={usedUntil} />,
        </>
      )}{' '}
      is not known here.{' '}
      {standing === 0
        ? 'Nothing of this business stands still.'
        : `${countWords(standing, 'thing of this business stands', 'things of this business stand')} still until you decide.`}
    </>
  );
}

interface Trouble {
  readonly kind: string;
  readonly message: string;
  readonly at: string;
  readonly over?: boolean | undefined;
}

/** What a store reported, until it is read and closed or over; the latest of each kind. What was put away stays away when it is told again after a reconnect. */
function Troubles() {
  const [told, setTold] = useState<ReadonlyMap<string, Trouble>>(new Map());
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  useEvent('trouble', (trouble: Trouble) => setTold((before) => new Map([...before, [trouble.kind, trouble]])));
  const shown = [...told.values()].filter(({ kind, at, over }) => over !== true && seen.get(kind) !== at);
  return shown.map(({ kind, message, at }) => (
    <Strip
      key={kind}
      icon={IconTool}
      role="alert"
      close="Close this message"
      onClose={() => setSeen((before) => new Map([...before, [kind, at]]))}
    >
      {message.slice(0, 400)}
    </Strip>
  ));
}
