// The attempts of one delivery: on one line from the first to the last that is expected, and below it one row each,
// the newest first.
import { Button, Group, Table, Text } from '@mantine/core';
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { Delivery } from '../../../../domain/delivery.ts';
import type { AttemptOutcome } from '../../../../domain/delivery-cause.ts';
import { formatInstant } from '../../../../domain/time.ts';
import { AgeText, ForeignText, TimeOfDayText, useNow, useUi } from '../../../ui/index.ts';
import { type ClockStop, clockNote, clockStops, momentParts, shortAnswer } from './clock-view.ts';
import { ForeignFold } from './fold.tsx';
import { answerWords, attemptsOf, durationWords, numberWords, type ShownAttempt, triggerWords } from './timeline.ts';
import styles from './webhook.module.css';

const MINUTE_MS = 60_000;

/** What was made, the API's next one, and estimates; nothing where there is nothing to draw a line between. */
export function AttemptLine({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const now = useNow(MINUTE_MS);
  const stops = useMemo(() => clockStops(delivery), [delivery]);
  const note = clockNote(delivery, now);
  return (
    <div className={styles['holder']}>
      {stops.length === 0 ? null : (
        <ol className={styles['line']} aria-label="Attempts, made and expected">
          {stops.map((stop) => (
            <Stop key={stop.key} stop={stop} nowMs={now} />
          ))}
        </ol>
      )}
      {note === null ? null : (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </div>
  );
}

/** The time of day, and below it the day, where it is not today, and what happened or will. */
function Stop({ stop, nowMs }: { readonly stop: ClockStop; readonly nowMs: number }): ReactNode {
  const { at, kind, outcome, words } = stop;
  const { timeZone } = useUi();
  const { time, day } = at === null ? { time: '…', day: null } : momentParts(at, nowMs, timeZone);
  return (
    <li data-kind={kind} data-outcome={outcome ?? undefined}>
      <span
        className={styles['dot']}
        data-console-paint={kind === 'next' ? 'next' : outcome === null ? 'hollow' : 'full'}
        aria-hidden="true"
      />
      <time
        className="mc-num"
        dateTime={at ?? undefined}
        title={at === null ? undefined : `${formatInstant(at, timeZone) ?? at} ${timeZone}`}
      >
        {kind === 'estimate' ? 'about ' : ''}
        {time}
      </time>
      <span>
        {[day, words].filter((part) => part !== null && part !== '').join(', ')}
        {kind === 'next' && at !== null ? (
          <>
            {' '}
            <AgeText since={at} />
          </>
        ) : null}
      </span>
    </li>
  );
}

/** Shown at first, and more at every step: a delivery may have thousands. */
const FIRST = 7;
const STEP = 200;

export function AttemptTable({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const [most, setMost] = useState(FIRST);
  const newest = useMemo(() => attemptsOf(delivery).toReversed(), [delivery]);
  const hidden = newest.length - most;
  if (newest.length === 0) return null;
  return (
    <>
      <Table.ScrollContainer minWidth={480}>
        <Table aria-label="Attempts" verticalSpacing={5} fz={13}>
          <Table.Thead>
            <Table.Tr c="dimmed" fz="xs">
              <Table.Th>#</Table.Th>
              <Table.Th>Sent</Table.Th>
              <Table.Th>Answer</Table.Th>
              <Table.Th ta="right">Took</Table.Th>
              <Table.Th>By</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {newest.slice(0, most).map((shown) => (
              <AttemptRow key={shown.key} shown={shown} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {hidden <= 0 ? null : (
        <Button variant="subtle" size="compact-sm" onClick={() => setMost(most + STEP)}>
          Show {Math.min(hidden, STEP).toLocaleString('en-GB')} of {hidden.toLocaleString('en-GB')} earlier attempts
        </Button>
      )}
    </>
  );
}

const OUTCOMES: Readonly<Record<AttemptOutcome, { readonly words: string; readonly icon: ReactNode }>> = {
  succeeded: { words: 'Accepted', icon: <IconCheck size={16} color="var(--mc-good-text)" aria-hidden="true" /> },
  failed: { words: 'Failed', icon: <IconX size={16} color="var(--mc-bad-text)" aria-hidden="true" /> },
  unknown: { words: 'Result not named', icon: <IconQuestionMark size={16} aria-hidden="true" /> },
};

/** Errors longer than a line are folded. */
const SHORT_ERROR = 160;

function AttemptRow({ shown: { attempt, outcome } }: { readonly shown: ShownAttempt }): ReactNode {
  const { error, response_body: body, triggered_uuid_user: user } = attempt;
  const { words, icon } = OUTCOMES[outcome];
  const isLong = error !== null && (error.length > SHORT_ERROR || error.includes('\n'));
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td className="mc-num">{numberWords(attempt)}</Table.Td>
      <Table.Td>{attempt.created_at === null ? '—' : <TimeOfDayText value={attempt.created_at} short />}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Group gap={6} wrap="nowrap" align="flex-start">
          <span style={{ flex: 'none' }}>{icon}</span>
          <div>
            {words}, {attempt.status_code === null ? shortAnswer(attempt, outcome) : answerWords(attempt)}{' '}
            {error === null || error === '' || isLong ? null : (
              <span className="mc-mono">
                <ForeignText text={error} />
              </span>
            )}
          </div>
        </Group>
        {isLong ? <ForeignFold title="Error" text={error} /> : null}
        {body === null || body === '' ? null : <ForeignFold title="Response body" text={body} />}
      </Table.Td>
      <Table.Td ta="right" className="mc-num" style={{ whiteSpace: 'nowrap' }}>
        {durationWords(attempt) ?? '—'}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <ForeignText text={triggerWords(attempt)} />
        {user === null ? null : (
          <Text span size="xs" c="dimmed">
            {' '}
            user <ForeignText text={user} />
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
