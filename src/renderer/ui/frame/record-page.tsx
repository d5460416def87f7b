// The page of one record, whatever it is of: its band with the way back, that it is being read, that there is none or why nobody knows, and the
// record itself. A record that is older than a minute is read again by itself, when it is opened and while it is looked at.
import { Group, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { toEpochMs } from '../../../domain/kernel/time/time.ts';
import { useNow } from '../window/clock.ts';
import { EmptyState } from './read-state.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { ForeignText, plainText } from '../text/foreign-text.tsx';
import { Link } from '../text/link.tsx';
import { Neighbours } from '../list/neighbours.tsx';
import { PageFrame } from './page-frame.tsx';

/** What there are pages of, with the list that each comes from. */
const KINDS = {
  invoice: { word: 'Invoice', list: 'Invoices', path: screenPath('invoices') },
  withdrawal: { word: 'Withdrawal', list: 'Withdrawals', path: screenPath('withdrawals') },
  entry: { word: 'Entry', list: 'Ledger', path: screenPath('ledger') },
} as const;

export interface PageRecord<Answer> {
  readonly answer: Answer | undefined;
  readonly failure: Failure | undefined;
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

/** Older than this it reads itself again, milliseconds. */
const FRESH_MS = 60_000;
const LOOK_EVERY_MS = 5_000;

/**
 * `id`: as the address has it; `title`: what people call the record, the id until it is known; `list`: where the way back leads, the whole list unless
 * said; `isOffline`: nothing can be read now, so nothing is tried.
 */
export function RecordPage<Answer>(props: {
  readonly kind: keyof typeof KINDS;
  readonly id: string;
  readonly title?: string | undefined;
  readonly list?: string;
  readonly state: PageRecord<Answer>;
  /** When it was read from the API; absent of one of the console's own, which has no age. */
  readonly asOf?: string | undefined;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly isOffline?: boolean;
  readonly children: (answer: Answer) => ReactNode;
}) {
  const { kind, id, state, subtitle, actions, isOffline = false, children } = props;
  const { word, list, path } = KINDS[kind];
  const { answer, failure, readAgain } = state;
  const title = plainText(shortened(props.title ?? id));
  useKeptFresh(state, props.asOf, isOffline);
  return (
    <PageFrame
      title={title}
      windowTitle={title === word ? word : `${word} ${title}`}
      subtitle={
        <Group gap="sm" wrap="nowrap">
          <Neighbours />
          {subtitle}
        </Group>
      }
      back={<Link to={props.list ?? path}>{list}</Link>}
      actions={actions}
    >
      {failure === undefined || answer === undefined ? null : <FailureNotice failure={failure} onRetry={readAgain} />}
      {answer === undefined ? <Unread word={word.toLowerCase()} id={id} state={state} /> : children(answer)}
    </PageFrame>
  );
}

const TITLE_CHARACTERS = 80;

function shortened(text: string): string {
  return text.length > TITLE_CHARACTERS ? `${text.slice(0, TITLE_CHARACTERS)}…` : text;
}

/** Once when it is opened old, and once a minute while somebody looks; a reading that failed has its minute too. */
function useKeptFresh(
  { isReading, readAgain }: PageRecord<unknown>,
  readAt: string | undefined,
  isOffline: boolean,
): void {
  const now = useNow(LOOK_EVERY_MS);
  const tried = useRef(Number.NEGATIVE_INFINITY);
  const asOf = readAt === undefined ? null : toEpochMs(readAt);
  const minutesOld = asOf === null ? 0 : Math.floor((now - asOf) / FRESH_MS);
  const read = useEffectEvent(() => {
    const present = Date.now();
    if (document.hidden || present - tried.current < FRESH_MS) return;
    tried.current = present;
    readAgain();
  });
  useEffect(() => {
    if (minutesOld >= 1 && !isReading && !isOffline) read();
  }, [minutesOld, isReading, isOffline]);
}

function Unread(props: { readonly word: string; readonly id: string; readonly state: PageRecord<unknown> }) {
  const { word, id, state } = props;
  const { failure, readAgain } = state;
  // Of the console's own records the failure itself says all there is to say.
  if (failure?.kind === 'not-found' && word !== 'entry') {
    return (
      <EmptyState kind="nothing-matches" title={`The API knows no ${word} with this id`}>
        <ForeignText text={id} /> is not in the mirror, and the API has no such {word} for this business. What belongs
        to another business is never visible with this key.
      </EmptyState>
    );
  }
  if (failure !== undefined) {
    return (
      <EmptyState kind="could-not-load">
        <FailureNotice failure={failure} onRetry={readAgain} />
      </EmptyState>
    );
  }
  return (
    <Stack role="status" aria-label={`Loading the ${word}`}>
      <Skeleton height={112} radius="md" />
      <Skeleton height={360} radius="md" />
    </Stack>
  );
}
