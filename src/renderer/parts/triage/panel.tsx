// The row in hand, beside its table: its facts, what can be done about it, and its history.
import { ActionIcon, Box, Button, Group, Skeleton, Stack, Text, Title, Tooltip } from '@mantine/core';
import { IconExternalLink, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ExceptionEvent, ExceptionState, ResolutionReason } from '../../../domain/reconcile/exception.ts';
import type { FindingKind } from '../../../domain/kernel/finding.ts';
import type { useTriageDetail } from '../../bridge/index.ts';
import { FailureNotice } from '../../ui/frame/failure-notice.tsx';
import { plainText } from '../../ui/text/foreign-text.tsx';
import { AgeText, InstantText } from '../../ui/text/instant-text.tsx';
import { AlsoHere } from '../team.tsx';
import { ToneBadge } from '../status-badge.tsx';
import { scrollable, Under } from '../../ui/table.tsx';
import { deedWords, standingWords } from './finding-words.ts';
import { TriageForm } from './form.tsx';
import { idleWords, type TriageControls, type TriageSubject } from './use-triage.ts';
import { Note, PartTitle } from '../../ui/text/small-parts.tsx';
import { EvidenceChange } from './evidence-table.tsx';
import { Link } from '../../ui/text/link.tsx';
import { dayOf } from '../../ui/form/date-bounds.ts';
import { useNow } from '../../ui/window/clock.ts';
import { useUi } from '../../ui/window/environment.tsx';
import classes from './triage.module.css';
import { dayText } from '../../ui/index.ts';

/** What the books hold of the exception in hand. */
type TriageDetail = Pick<ReturnType<typeof useTriageDetail>, 'deeds' | 'failure' | 'retry'>;

/** What a list shows of the row in hand. */
export interface InHand {
  /** Of its exception; null where it has none, or which is not read yet. */
  readonly kind: FindingKind | null;
  readonly path: string;
  readonly opens?: string;
  /** What else can be done with the row, before what is done about its exception. */
  readonly deeds?: ReactNode;
  readonly facts: ReactNode;
}

/** What has happened last, at the end of the strip; before anything has, how far the list is (the children). */
export function Said({
  triage,
  children,
}: {
  readonly triage: Pick<TriageControls, 'said'> | undefined;
  readonly children: ReactNode;
}) {
  const said = triage?.said ?? '';
  return (
    <>
      <Text span fz={13} fw={500} role="status" truncate miw={0} title={said}>
        {said}
      </Text>
      {said === '' ? (
        <Text span fz={13} c="dimmed" truncate>
          {children}
        </Text>
      ) : null}
    </>
  );
}

interface PanelProps {
  readonly triage: TriageControls;
  readonly subject: TriageSubject;
  readonly me: string | null;
  readonly detail: TriageDetail;
  readonly inHand: InHand;
}

export function TriagePanel({ triage, subject, me, detail, inHand }: PanelProps) {
  const { kind, path, opens = 'Open the record', deeds, facts } = inHand;
  const { name, id } = subject;
  const form = `${id} ${triage.asking}`;
  return (
    <aside className={classes.triagePanel} aria-label={`Triage: ${name}`}>
      <Group
        component="header"
        justify="space-between"
        wrap="nowrap"
        gap={8}
        p="10px 10px 10px 16px"
        style={{ borderBottom: '1px solid var(--mc-line)' }}
      >
        <Box miw={0}>
          <Title order={2} fz={15} lh="20px" style={{ overflowWrap: 'anywhere' }}>
            <Link to={path} title={opens}>
              {name} <IconExternalLink size={14} aria-hidden="true" />
            </Link>
          </Title>
          {id === null ? null : <AlsoHere list="exceptions" recordId={id} />}
        </Box>
        <Tooltip label="Close (Esc)">
          <ActionIcon aria-label="Close the panel" onClick={triage.close}>
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      </Group>
      <div className={classes.triageBody} {...scrollable('Facts and history')}>
        {facts}
        {id === null || kind === null ? null : <History kind={kind} detail={detail} />}
      </div>
      <Stack component="footer" gap={8} flex="none" px={16} py={12} style={{ borderTop: '1px solid var(--mc-line)' }}>
        <FailureNotice failure={triage.failure} />
        {triage.asking === null ? (
          <Group gap={8}>
            {deeds}
            {id === null ? <Note>{idleWords(subject)}</Note> : <Actions {...{ triage, subject, me }} />}
          </Group>
        ) : (
          <>
            <Meanwhile
              key={`meanwhile ${form}`}
              name={name}
              hasLeft={triage.hasLeft && !triage.isBusy}
              // What is being done right now is no news.
              deeds={triage.isBusy ? undefined : detail.deeds}
            />
            <TriageForm
              key={form}
              kind={triage.asking}
              about={id ?? ''}
              isBusy={triage.isBusy}
              onSubmit={triage.submit}
              onClose={triage.close}
            />
          </>
        )}
      </Stack>
    </aside>
  );
}

/** What has become of the record since its form was opened: said beside the form, which stays with it. */
function Meanwhile(props: {
  readonly name: string;
  readonly hasLeft: boolean;
  /** Undefined until they are read. */
  readonly deeds: TriageDetail['deeds'];
}) {
  const { name, hasLeft, deeds } = props;
  const [known, setKnown] = useState(deeds?.length);
  if (known === undefined && deeds !== undefined) setKnown(deeds.length);
  const since = deeds?.slice(known ?? deeds.length) ?? [];
  if (!hasLeft && since.length === 0) return null;
  const byWhom = ({ osUser }: ExceptionEvent): string =>
    osUser === null ? '' : ` by ${plainText(osUser.slice(0, 64))}`;
  return (
    <WarnLine>
      {since.map((deed) => `${deedWords(deed)}${byWhom(deed)}. `).join('')}
      {hasLeft ? 'It is not among the rows that the list shows now. ' : ''}
      What you write still goes to {name}.
    </WarnLine>
  );
}

/** What another change did to what is open, told to a screen reader as it comes. */
export function WarnLine({ children }: { readonly children: ReactNode }) {
  return (
    <Text fz={12.5} px={10} py={6} w="100%" bdrs="md" c="var(--mc-warn-text)" bg="var(--mc-warn-soft)" role="status">
      <strong>Meanwhile:</strong> {children}
    </Text>
  );
}

function Actions({ triage, subject, me }: Pick<PanelProps, 'triage' | 'subject' | 'me'>) {
  const { ask, assign, isBusy } = triage;
  return (
    <>
      {subject.state === 'open' ? (
        <Button variant="filled" size="xs" rightSection={<Key letter="R" />} onClick={() => ask('resolve')}>
          Resolve
        </Button>
      ) : (
        <Button size="xs" rightSection={<Key letter="U" />} onClick={() => ask('reopen')}>
          Reopen
        </Button>
      )}
      <Button size="xs" rightSection={<Key letter="N" />} onClick={() => ask('note')}>
        Note
      </Button>
      <Button size="xs" rightSection={<Key letter="A" />} disabled={me === null} loading={isBusy} onClick={assign}>
        {me !== null && subject.assignee === me ? 'Give back' : 'Assign to me'}
      </Button>
      <Button size="xs" rightSection={<Key letter="T" />} onClick={() => ask('assign')}>
        Assign to…
      </Button>
      <Button size="xs" rightSection={<Key letter="D" />} onClick={() => ask('due')}>
        Due…
      </Button>
    </>
  );
}

export function Key({ letter }: { readonly letter: string }) {
  return <kbd aria-hidden="true">{letter}</kbd>;
}

function History(props: { readonly kind: FindingKind; readonly detail: TriageDetail }) {
  const { deeds, failure, retry } = props.detail;
  return (
    <section>
      <PartTitle>History</PartTitle>
      <FailureNotice failure={failure} onRetry={retry} />
      {deeds === undefined && failure === undefined ? <Skeleton height={40} radius="sm" /> : null}
      {deeds === undefined ? null : <DeedList kind={props.kind} deeds={deeds} />}
    </section>
  );
}

interface Standing {
  readonly state: ExceptionState;
  readonly reason: ResolutionReason | null;
  readonly assignee: string | null;
  /** When the facts ceased to show it. */
  readonly clearedAt?: string | null;
  readonly reopened?: number;
  readonly due?: string | null;
}

/** Open or resolved and why, whose it is, and whether the facts still show it. */
export function StandingBadges({ state, reason, assignee, clearedAt = null, reopened = 0, due = null }: Standing) {
  return (
    <span className={classes.triageStanding}>
      <ToneBadge tone={state === 'open' ? 'notice' : 'good'}>{standingWords({ state, reason })}</ToneBadge>
      {reopened === 0 ? null : (
        <ToneBadge tone="warn">reopened {reopened === 1 ? 'once' : `${reopened} times`}</ToneBadge>
      )}
      {clearedAt === null ? null : <ToneBadge tone="quiet">facts agree now</ToneBadge>}
      {due === null ? null : <DueText due={due} state={state} />}
      {assignee === null ? null : <ToneBadge tone="quiet">{plainText(assignee.slice(0, 40))}</ToneBadge>}
    </span>
  );
}

/** The day by which it is to be done; it stands out once it has come. `isShort`: where the head of a column says what it is. */
export function DueText(props: Pick<Standing, 'state'> & { readonly due: string | null; readonly isShort?: boolean }) {
  const { due, state, isShort = false } = props;
  const { timeZone } = useUi();
  const today = dayOf(useNow(60_000), timeZone);
  if (due === null) return null;
  const isOver = state === 'open' && due < today;
  const day = due === today ? 'today' : dayText(due);
  return (
    <ToneBadge tone={isOver ? 'bad' : state === 'open' && due === today ? 'warn' : 'quiet'}>
      {isShort ? day : `${isOver ? 'overdue since' : 'due'} ${day}`}
    </ToneBadge>
  );
}

/** "seen 3 d ago", by this console's clock. */
export function SeenText({ since }: { readonly since: string }) {
  return (
    <>
      first seen <AgeText since={since} by="console" />
    </>
  );
}

function DeedList({ kind, deeds }: { readonly kind: FindingKind; readonly deeds: readonly ExceptionEvent[] }) {
  const lines = deeds.map((deed, index) => ({
    deed,
    before: deeds.slice(0, index).findLast(({ evidence }) => evidence !== null)?.evidence ?? null,
    key: `${deed.at} ${index}`,
  }));
  return (
    <Stack component="ol" gap={10} m={0} p={0} fz={13} style={{ listStyle: 'none' }} aria-label="History">
      {lines.toReversed().map(({ deed, before, key }) => (
        <li key={key}>
          <DeedLine deed={deed} />
          {before === null || deed.evidence === null ? null : (
            <EvidenceChange of={kind} before={before} after={deed.evidence} />
          )}
        </li>
      ))}
    </Stack>
  );
}

function DeedLine({ deed }: { readonly deed: ExceptionEvent }) {
  const { at, osUser, note } = deed;
  return (
    <>
      <Text fz={13} fw={500}>
        {deedWords(deed)}
        <Under>
          <InstantText value={at} />
          {osUser === null ? null : ` · ${plainText(osUser.slice(0, 64))}`}
        </Under>
      </Text>
      {note === null || note === '' ? null : (
        <Text fz={13} pl={8} c="var(--mc-text-soft)" style={NOTE}>
          {plainText(note)}
        </Text>
      )}
    </>
  );
}

const NOTE = {
  borderLeft: '2px solid var(--mc-line-strong)',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;
