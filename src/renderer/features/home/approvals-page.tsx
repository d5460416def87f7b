// What waits for a second person, with what was shown to the first; the answer, and what became of those before. Of a team alone.
import { Box, Button, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { screenPath } from '../../../domain/console/screens.ts';
import type {
  FourEyesKind,
  FourEyesRequest,
  RequestState,
  Shown,
  ShownFigure,
} from '../../../domain/people/four-eyes.ts';
import { useAction } from '../../bridge/index.ts';
import {
  ActionDialog,
  EmptyState,
  FailureNotice,
  grouped,
  InstantText,
  Link,
  MoneyText,
  Notice,
  PageFrame,
  Panel,
  TablePanel,
  plainText,
  ReadState,
  Table,
  Under,
} from '../../ui/index.ts';
import { type Approval, isWaiting, type Tone, ToneBadge, useApprovals } from '../../parts/index.ts';

const PLACES: Readonly<Record<FourEyesKind, readonly [path: string, words: string]>> = {
  close: [screenPath('months'), 'Months'],
  correction: [screenPath('months'), 'Months'],
  match: [screenPath('ledger'), 'Ledger'],
  resend: [screenPath('resends'), 'Resends'],
  key: [screenPath('settings'), 'Settings'],
  removal: [screenPath('settings'), 'Settings'],
  loosening: [screenPath('settings'), 'Settings'],
};

const STATES: Readonly<Record<RequestState, readonly [words: string, tone: Tone]>> = {
  open: ['Waits', 'warn'],
  granted: ['Approved', 'good'],
  carrying: ['Being done', 'quiet'],
  done: ['Done', 'good'],
  refused: ['Approved, nothing came of it', 'bad'],
  declined: ['Declined', 'bad'],
  withdrawn: ['Withdrawn', 'quiet'],
  lapsed: ['Lapsed', 'warn'],
  expired: ['Nobody answered in time', 'quiet'],
  unknown: ['Not known whether it was done', 'warn'],
  restored: ['Stands still since a copy of the books was put back', 'warn'],
  seen: ['Looked after', 'quiet'],
};

export function ApprovalsPage() {
  const list = useApprovals();
  const [answered, setAnswered] = useState<FourEyesRequest | null>(null);
  const tell = (request: FourEyesRequest): void => {
    setAnswered(request.state === 'open' ? null : request);
    list.refresh();
  };
  return (
    <PageFrame
      title="Approvals"
      subtitle="What needs a second person. An approval does exactly what is shown, once, in both names."
    >
      {answered === null ? null : <Answered request={answered} />}
      <ReadState read={list} unreadTitle="The books could not be read">
        {({ requests }) => {
          const [waiting, ended] = [requests.filter(isWaiting), requests.filter((one) => !isWaiting(one))];
          return (
            <>
              {waiting.length === 0 ? (
                <EmptyState kind="nothing-yet" title="Nothing waits for a second person" />
              ) : (
                waiting.map((one) => <Waiting key={one.id} request={one} onAnswered={tell} />)
              )}
              {ended.length === 0 ? null : <Ended requests={ended} />}
            </>
          );
        }}
      </ReadState>
    </PageFrame>
  );
}

/** What came of the answer that was just given. */
function Answered({ request }: { readonly request: FourEyesRequest }) {
  const [words, tone] = STATES[request.state];
  const isGood = tone === 'good' || request.state === 'declined' || tone === 'quiet';
  return (
    <Notice tone={isGood ? 'good' : 'warn'} title={words}>
      {plainText(request.shown.summary)}
      {request.outcome === null ? '.' : `: ${plainText(request.outcome)}`}
    </Notice>
  );
}

function Waiting({
  request,
  onAnswered,
}: {
  readonly request: Approval;
  readonly onAnswered: (request: FourEyesRequest) => void;
}) {
  const { id, print, shown, state, mayAnswer, isOwn, askedBy, askedAt, reason } = request;
  const approve = useAction('fourEyes.approve');
  const withdraw = useAction('fourEyes.withdraw');
  const [dialog, setDialog] = useState<'decline' | 'explain' | 'withdraw' | null>(null);
  const summary = plainText(shown.summary);
  const take = (
    answer: { readonly ok: boolean; readonly value?: { readonly request: FourEyesRequest } } | null,
  ): void => {
    if (answer?.ok === true && answer.value !== undefined) onAnswered(answer.value.request);
  };
  const isToLookAfter = state === 'unknown' || state === 'restored';
  const busy = approve.busy || withdraw.busy;
  return (
    <Panel
      title={summary}
      note={
        <>
          {isOwn ? 'You' : plainText(askedBy)} asked <InstantText value={askedAt} withAge />
        </>
      }
    >
      <Standing request={request} />
      {reason === null ? null : <Quote text={reason} />}
      <Figures shown={shown} />
      <FailureNotice failure={approve.failure ?? withdraw.failure} />
      <Group gap="xs" mt="sm">
        {mayAnswer ? (
          <>
            <Button
              variant="filled"
              loading={approve.busy}
              disabled={busy}
              aria-label={`Approve: ${summary}`}
              onClick={() => void approve.run({ id, print }).then(take)}
            >
              Approve
            </Button>
            <Button disabled={busy} aria-label={`Decline: ${summary}`} onClick={() => setDialog('decline')}>
              Decline…
            </Button>
          </>
        ) : null}
        {isOwn && state === 'open' && reason === null ? (
          <Button disabled={busy} aria-label={`Say why: ${summary}`} onClick={() => setDialog('explain')}>
            Say why…
          </Button>
        ) : null}
        {isToLookAfter ? (
          <Button
            disabled={busy}
            aria-label={`I have looked after it: ${summary}`}
            onClick={() => setDialog('withdraw')}
          >
            I have looked after it…
          </Button>
        ) : isOwn && state !== 'carrying' ? (
          <Button
            disabled={busy}
            aria-label={`Withdraw: ${summary}`}
            onClick={() => void withdraw.run({ id }).then(take)}
          >
            Withdraw
          </Button>
        ) : null}
      </Group>
      {dialog === null ? null : (
        <ReasonDialog of={dialog} request={request} onAnswered={onAnswered} onClose={() => setDialog(null)} />
      )}
    </Panel>
  );
}

/** For whom it waits, and until when. */
function Standing({ request }: { readonly request: Approval }) {
  const { state, who, mayAnswer, isOwn, askedBy, decidedBy, expiresAt, kind, outcome } = request;
  const [path, place] = PLACES[kind];
  if (state === 'unknown' || state === 'restored')
    return (
      <Notice tone="warn" title={STATES[state][0]}>
        {outcome === null ? null : `${plainText(outcome)} `}
        It is not done again by itself: look whether it was done in{' '}
        <Link to={path} inline>
          {place}
        </Link>
        , and ask again where it was not.
      </Notice>
    );
  if (state === 'carrying') return <Text c="dimmed">Approved by {plainText(decidedBy ?? '')}, being done.</Text>;
  if (state === 'granted')
    return (
      <Text c="dimmed">
        Approved by {plainText(decidedBy ?? '')}. {isOwn ? 'You may' : `${plainText(askedBy)} may`} do it in{' '}
        <Link to={path} inline>
          {place}
        </Link>{' '}
        until <InstantText value={expiresAt} />.
      </Text>
    );
  const names = plainText(who.join(' or '));
  const words = mayAnswer
    ? 'Waits for you'
    : who.length === 0
      ? 'Nobody else here may approve it'
      : `Waits for ${names}`;
  return (
    <Text c="dimmed">
      {words}, until <InstantText value={expiresAt} />.
    </Text>
  );
}

/** As both have seen it. */
function Figures({ shown: { figures } }: { readonly shown: Shown }) {
  if (figures.length === 0) return null;
  return (
    <Box maw={680} mt="xs">
      <Table
        label="What it would do"
        rows={figures}
        keyOf={(figure) => `${figures.indexOf(figure)}`}
        columns={({ cell }) => [
          cell('What', ({ name }) => plainText(name)),
          cell('As it was asked for', (figure) => <Figure figure={figure} />, { isFigure: true }),
        ]}
      />
    </Box>
  );
}

function Figure({ figure: { value, as, unit } }: { readonly figure: ShownFigure }) {
  // To the last digit: somebody answers for it.
  if (as === 'amount') return <MoneyText value={value} currency={unit ?? undefined} />;
  return as === 'count' ? grouped(Number(value)) : <span style={WRAP}>{plainText(value)}</span>;
}

const WRAP = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

/** In the words of whoever asked. */
function Quote({ text }: { readonly text: string }) {
  return (
    <Text component="blockquote" m={0} my="sm" pl="sm" maw="84ch" style={QUOTE}>
      {plainText(text)}
    </Text>
  );
}

const QUOTE = { ...WRAP, borderInlineStart: '2px solid var(--mc-line)' } as const;

/** Why it is declined, for whoever asked; why it was asked for, for whoever may approve it; or what was found, for all. */
function ReasonDialog(props: {
  readonly of: 'decline' | 'explain' | 'withdraw';
  readonly request: Approval;
  readonly onAnswered: (request: FourEyesRequest) => void;
  readonly onClose: () => void;
}) {
  const { of, request, onAnswered, onClose } = props;
  const action = useAction(`fourEyes.${of}`);
  const asker = plainText(request.askedBy);
  const [title, label, why] = (
    {
      decline: [`Decline what ${asker} asked for?`, 'Decline', `${asker} reads why.`],
      explain: ['Why do you ask for it?', 'Say why', 'Whoever may approve it reads this.'],
      withdraw: ['Was it done?', 'I have looked after it', 'Say what you found: everybody reads it.'],
    } as const
  )[of];
  const submit = async (reason: string): Promise<void> => {
    const answer = await action.run({ id: request.id, reason });
    if (answer?.ok !== true) return;
    onAnswered(answer.value.request);
    onClose();
  };
  return (
    <ActionDialog
      title={title}
      label={label}
      action={action}
      why={why}
      size={480}
      onSubmit={(reason) => void submit(reason)}
      onClose={onClose}
    />
  );
}

function Ended({ requests }: { readonly requests: readonly Approval[] }) {
  return (
    <TablePanel
      title="Answered"
      rows={requests}
      keyOf={({ id }) => id}
      columns={({ cell }) => [
        cell('What', ({ shown, shownThen, reason }) => (
          <>
            {plainText(shown.summary)}
            {reason === null ? null : <Under>{plainText(reason)}</Under>}
            {shownThen === null ? null : <Under>{differences(shown, shownThen)}</Under>}
          </>
        )),
        cell('Asked', ({ askedBy, askedAt }) => (
          <>
            {plainText(askedBy)}
            <Under>
              <InstantText value={askedAt} short />
            </Under>
          </>
        )),
        cell('Outcome', ({ state, outcome }) => (
          <>
            <ToneBadge tone={STATES[state][1]}>{STATES[state][0]}</ToneBadge>
            {outcome === null ? null : <Under>{plainText(outcome)}</Under>}
          </>
        )),
        cell('By', ({ decidedBy, decidedAt }) => (
          <>
            {decidedBy === null ? '—' : plainText(decidedBy)}
            {decidedAt === null ? null : (
              <Under>
                <InstantText value={decidedAt} short />
              </Under>
            )}
          </>
        )),
      ]}
    />
  );
}

/** "Credits: 10 USDT, then 12 USDT": which of the figures would have been others. */
function differences(before: Shown, after: Shown): ReactNode {
  const others = after.figures.filter(
    ({ name, value, unit }) =>
      !before.figures.some((one) => one.name === name && one.value === value && one.unit === unit),
  );
  if (others.length === 0) return 'Something behind these figures had changed.';
  return others.map((figure, at) => {
    const was = before.figures.find(({ name, unit }) => name === figure.name && unit === figure.unit);
    return (
      <span key={`${figure.name} ${figure.unit} ${figure.value}`}>
        {at === 0 ? '' : '; '}
        {plainText(figure.name)}: {was === undefined ? 'nothing' : <Figure figure={was} />}, then{' '}
        <Figure figure={figure} />
      </span>
    );
  });
}
