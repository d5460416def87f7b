// The groups of failures, each with its deliveries: those that run out of attempts first stand first.
import { ActionIcon, Anchor, Button, Checkbox, Group, Loader, Table, Text, Textarea } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeliveryRow, FailureGroup } from '../../../../domain/webhooks/delivery-list.ts';
import { compareMoney, sameMoney, sumMoney } from '../../../../domain/kernel/money/money.ts';
import { runsOutAt } from '../../../../domain/webhooks/retry-schedule.ts';
import { useAction, useCall, useProfile } from '../../../bridge/index.ts';
import {
  ActionDialog,
  AgeText,
  ButtonLink,
  FailureNotice,
  grouped,
  hashHref,
  invoicePath,
  MoneyText,
  navigateTo,
  plainText,
  planOfSelectionPath,
  TimeOfDayText,
} from '../../../ui/index.ts';
import { CAUSE_WORDS, hostWords, ToneBadge } from '../../../parts/index.ts';
import { AttemptSquares } from '../attempt-squares.tsx';
import { groupQuery, invoiceName, listPath } from '../deliveries/words.ts';

interface OfGroup {
  readonly group: FailureGroup;
  readonly onChanged: () => void;
}

/** The button of a group: it asks for a note, or takes it back. */
function Seen({ group, onChanged }: OfGroup) {
  const [asking, setAsking] = useState(false);
  return isSeen(group) ? (
    <Undo group={group} onChanged={onChanged} />
  ) : (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Seen: ${groupName(group)}`}
        onClick={() => setAsking(true)}
      >
        Seen
      </Button>
      {asking ? <SeenDialog group={group} onChanged={onChanged} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

const NOTE_CHARACTERS = 500;

function SeenDialog({ group, onChanged, onClose }: OfGroup & { readonly onClose: () => void }) {
  const [note, setNote] = useState('');
  const action = useAction('deliveries.acknowledge');
  const markSeen = async (): Promise<void> => {
    const { host, cause, newestFailure: upTo } = group;
    const words = note.trim();
    // What has failed while somebody was writing is not what was seen.
    const asked = { host, cause, ...(words === '' ? {} : { note: words }), ...(upTo === null ? {} : { upTo }) };
    if ((await action.run(asked))?.ok !== true) return;
    onChanged();
    onClose();
  };
  return (
    <ActionDialog
      title={`Seen: ${groupName(group)}`}
      label="Mark as seen"
      action={action}
      onSubmit={() => void markSeen()}
      onClose={onClose}
    >
      <Text c="var(--mc-text-soft)">
        Nothing changes at the payment service: no webhook is sent or stopped. The group stands under Seen until it
        fails anew.
      </Text>
      <Textarea
        label="Note"
        description="For whoever looks next: what is known, who is on it"
        maxLength={NOTE_CHARACTERS}
        autosize
        minRows={2}
        maxRows={6}
        data-autofocus
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ActionDialog>
  );
}

function Undo({ group, onChanged }: OfGroup) {
  const { run, busy, failure } = useAction('deliveries.acknowledge');
  const undo = async (): Promise<void> => {
    const { host, cause } = group;
    if ((await run({ host, cause, undo: true }))?.ok === true) onChanged();
  };
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={busy}
        aria-label={`Undo: ${groupName(group)}`}
        onClick={() => void undo()}
      >
        Undo
      </Button>
      <FailureNotice failure={failure} />
    </>
  );
}

interface Shown {
  readonly view: View;
  /** Part of an id or of a customer's; then only the rows that have it. */
  readonly text: string | undefined;
  /** The screen, which shows a resend beside the list. */
  readonly path: string;
  readonly isResending: (group: FailureGroup) => boolean;
  readonly onChanged: () => void;
}

interface Choice {
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (uuid: string) => void;
}

/** A table of all groups, one body each. */
export function FailingGroups({ groups, ...shown }: Shown & { readonly groups: readonly FailureGroup[] }) {
  const { id: profile } = useProfile();
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (uuid: string): void => {
    const next = new Set(chosen);
    if (!next.delete(uuid)) next.add(uuid);
    setChosen(next);
  };
  return (
    <>
      {chosen.size === 0 || profile === null ? null : (
        <Group component="section" aria-label="Selection" px="md" py={6} gap="xs" bg="var(--mc-accent-soft)">
          <Text className="mc-num">{grouped(chosen.size)} selected</Text>
          <Button
            variant="filled"
            size="xs"
            leftSection={<IconSend size={14} aria-hidden="true" />}
            onClick={() => navigateTo(planOfSelectionPath(profile, [...chosen], shown.path))}
          >
            Resend…
          </Button>
          <Button size="xs" variant="subtle" onClick={() => setChosen(new Set())}>
            Clear selection
          </Button>
        </Group>
      )}
      <Table
        aria-label="Failing webhooks"
        fz={13}
        verticalSpacing={0}
        horizontalSpacing={8}
        stickyHeader
        tabularNums
        style={{ whiteSpace: 'nowrap' }}
      >
        <Table.Thead>
          <Table.Tr h={36} c="dimmed" fz="xs">
            <Table.Th>Invoice</Table.Th>
            <Table.Th>Attempts</Table.Th>
            <Table.Th>Next attempt</Table.Th>
            <Table.Th>Runs out</Table.Th>
            <Table.Th ta="right">Net (USDT)</Table.Th>
          </Table.Tr>
        </Table.Thead>
        {groups.map((group, index) => {
          const name = groupName(group);
          const isOpen = folds.get(name) ?? (index === 0 || shown.text !== undefined);
          return (
            <Table.Tbody key={name}>
              <GroupRow
                group={group}
                {...shown}
                isOpen={isOpen}
                onFold={() => setFolds(new Map([...folds, [name, !isOpen]]))}
              />
              {isOpen ? <Rows group={group} {...shown} chosen={chosen} onChoose={choose} /> : null}
            </Table.Tbody>
          );
        })}
      </Table>
    </>
  );
}

function GroupRow(
  props: Shown & { readonly group: FailureGroup; readonly isOpen: boolean; readonly onFold: () => void },
) {
  const { group, view, text, path, isResending, isOpen, onFold, onChanged } = props;
  const { cause, httpCode, failingSince, netUsdt } = group;
  const query = groupQuery(group, text);
  const name = groupName(group);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Table.Tr h={36} bg="var(--mc-sunken)">
      <Table.Th scope="rowgroup" colSpan={3}>
        <Group gap={8} wrap="nowrap" fw={400}>
          <ActionIcon size={24} aria-expanded={isOpen} aria-label={`Webhooks of ${name}`} onClick={onFold}>
            <Chevron size={16} aria-hidden="true" />
          </ActionIcon>
          {query === null ? (
            <strong>{hostWords(group.host)}</strong>
          ) : (
            <Anchor href={hashHref(listPath(query))} c="inherit" fz={13} fw={600} aria-label={name}>
              {hostWords(group.host)}
            </Anchor>
          )}
          <ToneBadge tone="quiet">{grouped(inView(view, group))}</ToneBadge>
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
      </Table.Th>
      <Table.Td>
        {isResending(group) ? (
          <Group gap={6} wrap="nowrap" c="var(--mc-notice-text)">
            <Loader size={12} color="currentcolor" aria-hidden="true" /> Resending
          </Group>
        ) : (
          <Group gap={4} wrap="nowrap">
            {query === null ? null : (
              <ButtonLink size="compact-sm" to={`${path}?of=filter&${query}`} aria-label={`Resend: ${name}`}>
                Resend…
              </ButtonLink>
            )}
            <Seen group={group} onChanged={onChanged} />
          </Group>
        )}
      </Table.Td>
      <Table.Td ta="right" fw={600}>
        {/* Nothing was credited for any of them: no sum. */}
        <MoneyText value={sameMoney(netUsdt, '0') ? null : netUsdt} unit="USDT" />
      </Table.Td>
    </Table.Tr>
  );
}

function SeenNote({ group: { acknowledged, since } }: { readonly group: FailureGroup }) {
  if (since > 0) return <ToneBadge tone="warn">{grouped(since)} new since it was seen</ToneBadge>;
  if (acknowledged === null) return null;
  return (
    <Text span fz={12} c="dimmed" truncate>
      seen by {plainText(acknowledged.by.slice(0, 60))} <AgeText since={acknowledged.at} by="console" />
      {acknowledged.note === null || acknowledged.note === '' ? null : `: “${plainText(acknowledged.note)}”`}
    </Text>
  );
}

/** As many as a group shows here; the list of deliveries has the others. */
const SHOWN = 9;
const SORT = [
  { by: 'state', direction: 'desc' },
  { by: 'attempts', direction: 'desc' },
  { by: 'nextAttemptAt', direction: 'asc' },
] as const;

function Rows({ group, view, text, ...choice }: Shown & Choice & { readonly group: FailureGroup }) {
  const { host, cause } = group;
  const states = view === 'retrying' || view === 'failed' ? [view] : (['failed', 'retrying'] as const);
  const filter = { state: [...states], cause: [cause], host: host === null ? undefined : [host], text };
  const input = { filter, sort: [...SORT], offset: 0, limit: SHOWN };
  const { data } = useCall('deliveries.page', input, { enabled: host !== null, refreshOn: ['deliveries', 'invoices'] });
  const query = groupQuery(group, text);
  const more = (data?.total ?? 0) - (data?.rows.length ?? 0);
  return (
    <>
      {(data?.rows ?? []).map((row) => (
        <Row key={row.id} row={row} {...choice} />
      ))}
      {more <= 0 || query === null ? null : (
        <Table.Tr h={32}>
          <Table.Td colSpan={5}>
            <Anchor href={hashHref(listPath(query))} fz={13} ml={24}>
              {grouped(more)} more
            </Anchor>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function Row({ row, chosen, onChoose }: Choice & { readonly row: DeliveryRow }) {
  const { invoiceUuid, state, nextAttemptAt, finishedAt } = row;
  const name = invoiceName(row);
  const out = runsOutAt(row);
  return (
    <Table.Tr h={32}>
      <Table.Th scope="row" fw={400}>
        <Group gap={8} wrap="nowrap">
          <Checkbox
            size="xs"
            aria-label={`Select ${name}`}
            checked={chosen.has(invoiceUuid)}
            onChange={() => onChoose(invoiceUuid)}
          />
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
      </Table.Th>
      <Table.Td>
        <AttemptSquares row={row} />
      </Table.Td>
      <Table.Td>
        {nextAttemptAt === null || state === 'failed' ? '—' : <TimeOfDayText value={nextAttemptAt} short />}
      </Table.Td>
      <Table.Td>{state === 'failed' ? 'none left' : out === null ? '—' : <TimeOfDayText value={out} short />}</Table.Td>
      <Table.Td ta="right">
        <MoneyText value={row.netUsdt} unit="USDT" />
      </Table.Td>
    </Table.Tr>
  );
}

/** "shop.example, timed out". */
export function groupName({ host, cause }: Pick<FailureGroup, 'host' | 'cause'>): string {
  return `${hostWords(host)}, ${CAUSE_WORDS[cause]}`;
}

/** True while somebody has seen the group: nothing has begun to fail since. */
export function isSeen({ acknowledged, since }: FailureGroup): boolean {
  return acknowledged !== null && since === 0;
}

export const VIEWS = ['all', 'retrying', 'failed', 'seen'] as const;
export type View = (typeof VIEWS)[number];

/** How many deliveries of the groups a view has. */
export function countOf(view: View, groups: readonly FailureGroup[]): number {
  return groups.reduce((sum, group) => sum + inView(view, group), 0);
}

/** How many of one group a view has. What somebody has seen stands in its own view alone. */
export function inView(view: View, group: FailureGroup): number {
  if (isSeen(group) !== (view === 'seen')) return 0;
  if (view === 'retrying') return group.retrying;
  return view === 'failed' ? group.failed : group.failed + group.retrying;
}

/** The groups of a view, the one that most money hangs on first. */
export function byValue(view: View, groups: readonly FailureGroup[]): readonly FailureGroup[] {
  return groups
    .filter((group) => inView(view, group) > 0)
    .sort((left, right) => compareMoney(right.netUsdt, left.netUsdt) || inView(view, right) - inView(view, left));
}

/** Credited for the invoices of all of them. */
export function netOf(groups: readonly FailureGroup[]): string {
  return sumMoney(groups.map(({ netUsdt }) => netUsdt));
}
