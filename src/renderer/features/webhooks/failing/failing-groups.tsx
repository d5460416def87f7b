// The groups of failures, each with its deliveries: those that run out of attempts first stand first.
import { ActionIcon, Anchor, Button, Checkbox, Group, Loader, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconSend } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { DeskRow, FailureGroup } from '../../../../contract/calls/desk.ts';
import { runsOutAt } from '../../../../domain/retry-schedule.ts';
import { useCall, useProfile } from '../../../bridge/index.ts';
import {
  AgeText,
  CAUSE_WORDS,
  hashHref,
  hostWords,
  invoicePath,
  MoneyText,
  navigateTo,
  plainText,
  planOfSelectionPath,
  TimeOfDayText,
  ToneBadge,
} from '../../../ui/index.ts';
import { AttemptSquares } from '../attempt-squares.tsx';
import { groupQuery, listPath } from '../deliveries/addresses.ts';
import { invoiceName } from '../deliveries/words.ts';
import { groupName, inView, isSeen, type View } from './group-words.ts';
import { SeenDialog, UndoSeen } from './seen.tsx';
import styles from './failing.module.css';

type Chosen = ReadonlySet<string>;

/** `path`: the screen, which shows a resend beside the list; `isResending`: a run over the group goes on. */
export function FailingGroups(props: {
  readonly groups: readonly FailureGroup[];
  readonly view: View;
  readonly path: string;
  readonly isResending: (group: FailureGroup) => boolean;
  readonly onChanged: () => void;
}): ReactNode {
  const { groups, view, path, isResending, onChanged } = props;
  const { id: profile } = useProfile();
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const choose = (uuid: string): void => {
    const next = new Set(chosen);
    if (!next.delete(uuid)) next.add(uuid);
    setChosen(next);
  };
  return (
    <>
      {chosen.size === 0 || profile === null ? null : (
        <Group component="section" aria-label="Selection" px="md" py={6} gap="xs">
          <Text className="mc-num">{chosen.size.toLocaleString('en-GB')} selected</Text>
          <Button
            size="xs"
            leftSection={<IconSend size={14} aria-hidden="true" />}
            onClick={() => navigateTo(planOfSelectionPath(profile, [...chosen], path))}
          >
            Resend…
          </Button>
          <Button size="xs" variant="subtle" onClick={() => setChosen(new Set())}>
            Clear selection
          </Button>
        </Group>
      )}
      <table className={styles['table']} aria-label="Failing webhooks">
        <thead>
          <tr>
            <th scope="col">Invoice</th>
            <th scope="col">Attempts</th>
            <th scope="col">Next attempt</th>
            <th scope="col">Runs out</th>
            <th scope="col" data-end>
              Net (USDT)
            </th>
          </tr>
        </thead>
        {groups.map((group, index) => {
          const name = groupName(group);
          const isOpen = folds.get(name) ?? index === 0;
          return (
            <tbody key={name}>
              <GroupRow
                group={group}
                view={view}
                path={path}
                isOpen={isOpen}
                resending={isResending(group)}
                onFold={() => setFolds(new Map([...folds, [name, !isOpen]]))}
                onChanged={onChanged}
              />
              {isOpen ? <Rows group={group} view={view} chosen={chosen} onChoose={choose} /> : null}
            </tbody>
          );
        })}
      </table>
    </>
  );
}

function GroupRow(props: {
  readonly group: FailureGroup;
  readonly view: View;
  readonly path: string;
  readonly isOpen: boolean;
  readonly resending: boolean;
  readonly onFold: () => void;
  readonly onChanged: () => void;
}): ReactNode {
  const { group, view, path, isOpen, resending, onFold, onChanged } = props;
  const { cause, httpCode, failingSince, netUsdt } = group;
  const query = groupQuery(group);
  const name = groupName(group);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <tr data-group>
      <th scope="rowgroup" colSpan={3}>
        <Group gap={8} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-expanded={isOpen}
            aria-label={`Webhooks of ${name}`}
            onClick={onFold}
          >
            <Chevron size={16} aria-hidden="true" />
          </ActionIcon>
          {query === null ? (
            <strong>{hostWords(group.host)}</strong>
          ) : (
            <Anchor href={hashHref(listPath(query))} c="inherit" fz={13} fw={600} aria-label={name}>
              {hostWords(group.host)}
            </Anchor>
          )}
          <ToneBadge tone="quiet">{inView(view, group).toLocaleString('en-GB')}</ToneBadge>
          <Text span fz={13} c="var(--mc-bad-text)">
            {httpCode === null ? CAUSE_WORDS[cause] : `HTTP ${httpCode}`}
          </Text>
          {failingSince === null ? null : (
            <Text span fz={13} c="dimmed">
              since <TimeOfDayText value={failingSince} short />
            </Text>
          )}
          <SeenNote group={group} />
        </Group>
      </th>
      <td>
        <Actions group={group} query={query} path={path} resending={resending} onChanged={onChanged} />
      </td>
      <td data-end>
        <strong>
          <MoneyText value={netUsdt} unit="USDT" />
        </strong>
      </td>
    </tr>
  );
}

/** Who has seen it, and what has happened since. */
function SeenNote({ group: { acknowledged, since } }: { readonly group: FailureGroup }): ReactNode {
  if (since > 0) return <ToneBadge tone="warn">{since.toLocaleString('en-GB')} new since it was seen</ToneBadge>;
  if (acknowledged === null) return null;
  return (
    <Text span fz={12} c="dimmed" truncate>
      seen by {plainText(acknowledged.by.slice(0, 60))} <AgeText since={acknowledged.at} by="console" />
      {acknowledged.note === null || acknowledged.note === '' ? null : `: “${plainText(acknowledged.note)}”`}
    </Text>
  );
}

function Actions(props: {
  readonly group: FailureGroup;
  readonly query: string | null;
  readonly path: string;
  readonly resending: boolean;
  readonly onChanged: () => void;
}): ReactNode {
  const { group, query, path, resending, onChanged } = props;
  const [asking, setAsking] = useState(false);
  const name = groupName(group);
  if (resending) {
    return (
      <Group gap={6} wrap="nowrap" c="var(--mc-notice-text)">
        <Loader size={12} color="currentcolor" aria-hidden="true" /> Resending
      </Group>
    );
  }
  return (
    <Group gap={4} wrap="nowrap">
      {query === null ? null : (
        <Button
          component="a"
          variant="default"
          size="compact-sm"
          href={hashHref(`${path}?of=filter&${query}`)}
          aria-label={`Resend: ${name}`}
        >
          Resend…
        </Button>
      )}
      {isSeen(group) ? (
        <UndoSeen group={group} name={name} onChanged={onChanged} />
      ) : (
        <Button variant="subtle" size="compact-sm" aria-label={`Seen: ${name}`} onClick={() => setAsking(true)}>
          Seen
        </Button>
      )}
      {asking ? <SeenDialog group={group} onClose={() => setAsking(false)} onDone={onChanged} /> : null}
    </Group>
  );
}

/** As many as a group shows here; the list of deliveries has the others. */
const SHOWN = 9;
const SORT = [
  { by: 'state', direction: 'desc' },
  { by: 'attempts', direction: 'desc' },
  { by: 'nextAttemptAt', direction: 'asc' },
] as const;

function Rows(props: {
  readonly group: FailureGroup;
  readonly view: View;
  readonly chosen: Chosen;
  readonly onChoose: (uuid: string) => void;
}): ReactNode {
  const { group, view, chosen, onChoose } = props;
  const { host, cause } = group;
  const states = view === 'retrying' || view === 'failed' ? [view] : (['failed', 'retrying'] as const);
  const filter = { state: [...states], cause: [cause], ...(host === null ? {} : { host: [host] }) };
  const input = { filter, sort: [...SORT], offset: 0, limit: SHOWN };
  const { data } = useCall('deliveries.page', input, { enabled: host !== null, refreshOn: ['deliveries', 'invoices'] });
  const query = groupQuery(group);
  const more = (data?.total ?? 0) - (data?.rows.length ?? 0);
  return (
    <>
      {(data?.rows ?? []).map((row) => (
        <Row key={row.id} row={row} isChosen={chosen.has(row.invoiceUuid)} onChoose={onChoose} />
      ))}
      {more <= 0 || query === null ? null : (
        <tr>
          <td colSpan={5}>
            <Anchor href={hashHref(listPath(query))} fz={13} ml={32}>
              {more.toLocaleString('en-GB')} more
            </Anchor>
          </td>
        </tr>
      )}
    </>
  );
}

function Row(props: {
  readonly row: DeskRow;
  readonly isChosen: boolean;
  readonly onChoose: (uuid: string) => void;
}): ReactNode {
  const { row, isChosen, onChoose } = props;
  const { invoiceUuid, state, nextAttemptAt, finishedAt } = row;
  const name = invoiceName(row);
  const out = runsOutAt(row);
  return (
    <tr>
      <th scope="row">
        <Group gap={8} wrap="nowrap">
          <Checkbox size="xs" aria-label={`Select ${name}`} checked={isChosen} onChange={() => onChoose(invoiceUuid)} />
          <Anchor
            href={hashHref(invoicePath(invoiceUuid, 'deliveries'))}
            c="inherit"
            fz={13}
            fw={500}
            truncate
            maw={220}
          >
            {name}
          </Anchor>
          {finishedAt === null ? null : (
            <Text span fz={13} c="dimmed">
              {row.invoiceStatus === 'success' ? 'paid' : 'finished'} <TimeOfDayText value={finishedAt} short />
            </Text>
          )}
        </Group>
      </th>
      <td>
        <AttemptSquares row={row} />
      </td>
      <td>{nextAttemptAt === null || state === 'failed' ? '—' : <TimeOfDayText value={nextAttemptAt} short />}</td>
      <td>{state === 'failed' ? 'none left' : out === null ? '—' : <TimeOfDayText value={out} short />}</td>
      <td data-end>
        <MoneyText value={row.netUsdt} unit="USDT" />
      </td>
    </tr>
  );
}
