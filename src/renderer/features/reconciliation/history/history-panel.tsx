// The history of one record as this console has seen it, newest first, page by page. The API keeps none, so this is the
// only evidence there is, and it says where it begins.
import { useState } from 'react';
import { Group, Stack, Text } from '@mantine/core';
import type { CallOutput } from '../../../../contract/calls.ts';
import { useCall } from '../../../bridge/index.ts';
import { FailureNotice, ForeignText, InstantText, MoneyText, PageTurn, Panel } from '../../../ui/index.ts';
import { ToneBadge } from '../../../parts/index.ts';
import { byWeight, type FieldWords, fieldWords, lateWords, sourceWords } from './history-words.ts';
import { IconArrowRight } from '@tabler/icons-react';
import type { ObservedList } from '../../../../domain/records/observation.ts';
import classes from './history.module.css';

type Change = CallOutput<'history.page'>['changes'][number];

const PAGE = 30;

export interface HistoryPanelProps {
  readonly of: 'invoice' | 'withdrawal';
  readonly uuid: string;
  readonly currency?: string | undefined;
}

/** What changed, from what to what, when it was first seen and by which reading. */
export function HistoryPanel({ of, uuid, currency }: HistoryPanelProps) {
  const [place, setPlace] = useState({ uuid, offset: 0 });
  const offset = place.uuid === uuid ? place.offset : 0;
  const refreshOn = of === 'invoice' ? (['invoices', 'deliveries'] as const) : (['withdrawals'] as const);
  const { data, failure, refresh } = useCall('history.page', { of, uuid, offset, limit: PAGE }, { refreshOn });
  return (
    <Panel title="Changes seen" note="Dated by their first sight here: the API dates no change">
      <FailureNotice failure={failure} onRetry={refresh} />
      {data === undefined ? null : (
        <>
          <Events changes={data.changes} currency={currency} />
          <PageTurn
            offset={offset}
            limit={PAGE}
            shown={data.changes.length}
            total={data.total}
            noun="changes"
            onTurn={(next) => setPlace({ uuid, offset: next })}
          />
          <Text mt={10} fz={12} lh="16px" c="dimmed">
            {data.total === 0 ? 'No change has been seen. ' : null}
            {data.since === null ? (
              'This console has not kept this record yet, so it can prove nothing about earlier changes.'
            ) : (
              <>
                The console knows this record since <InstantText value={data.since} />; what changed before cannot be
                proved.
              </>
            )}
          </Text>
        </>
      )}
    </Panel>
  );
}

function Events({ changes, currency }: { readonly changes: readonly Change[]; readonly currency: string | undefined }) {
  return (
    <Stack component="ol" gap={14} m={0} p={0} style={{ listStyle: 'none' }}>
      {byAnswer(changes).map((event) => (
        <li key={event.key}>
          <Group gap="4px 12px" fz={13} c="var(--mc-text-soft)">
            <InstantText value={event.seenAt} withAge />
            {event.late === '' ? null : (
              <ToneBadge tone="warn" title="The record was final before this change">
                {event.late}
              </ToneBadge>
            )}
          </Group>
          <ChangeList list={event.list} changes={event.changes} currency={currency} />
          <Text mt={4} fz={12} lh="16px" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            First seen in {sourceWords(event.source)}
          </Text>
        </li>
      ))}
    </Stack>
  );
}

/** The changes that one answer showed of one record belong together. */
function byAnswer(newestFirst: readonly Change[]) {
  const events = new Map<string, Change[]>();
  for (const change of newestFirst) {
    const key = [change.seenAt, change.source, change.recordUuid].join(' ');
    events.set(key, [...(events.get(key) ?? []), change]);
  }
  return [...events].flatMap(([key, changes]) => {
    const [first] = changes;
    if (first === undefined) return [];
    const { seenAt, source, list } = first;
    // Empty when nothing came late.
    const late = lateWords(changes.flatMap((change) => (change.late === undefined ? [] : [change.late])));
    return [{ key, seenAt, source, list, changes, late }];
  });
}

export interface ChangedField {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface ListProps {
  readonly list: ObservedList;
  readonly changes: readonly ChangedField[];
  readonly currency: string | undefined;
}

/** The changed fields of one answer. */
export function ChangeList({ list, changes, currency }: ListProps) {
  return (
    <dl className={classes.changes}>
      {byWeight(list, changes).map(({ field, before, after }) => {
        const words = fieldWords(list, field);
        const length = (before?.length ?? 0) + (after?.length ?? 0);
        return (
          <div key={field}>
            <dt title={field}>
              <ForeignText text={words.label} />
            </dt>
            <dd
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
              tabIndex={length > SCROLLS_FROM ? 0 : undefined}
            >
              <Value text={before} words={words} />
              <IconArrowRight size={14} aria-label="became" />
              <Value text={after} words={words} unit={words.unit === 'own' ? currency : words.unit} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const SCROLLS_FROM = 240;

function Value(props: {
  readonly text: string | null;
  readonly words: FieldWords;
  readonly unit?: string | undefined;
}) {
  const { text, words, unit } = props;
  if (text === null) return <em>none</em>;
  if (text === '') return <em>empty</em>;
  switch (words.kind) {
    case 'money':
      return <MoneyText value={text} currency={unit} />;
    case 'instant':
      return <InstantText value={text} />;
    case 'flag':
      return text === 'true' ? 'yes' : text === 'false' ? 'no' : <ForeignText text={text} />;
    case 'text':
      return <ForeignText text={text} />;
  }
}
