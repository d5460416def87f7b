// The way from one invoice to the next of the list that it was opened from, in that list's order.
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallInput, CallOutput } from '../../../contract/calls.ts';
import { grouped } from '../../../domain/kernel/text/count-words.ts';
import { useCall, useProfile } from '../../bridge/index.ts';
import { hashHref, invoicePath } from '../../ui/index.ts';

type Asked = Omit<CallInput<'invoices.page'>, 'offset' | 'limit'>;

/** The list that was looked at last: what it asked for, and where in it each invoice stands that was read. */
let list: { readonly key: string; readonly profile: string; readonly asked: Asked } | null = null;
const places = new Map<string, number>();

/** Rows of a list that were just read. Of another list the places of the one before are forgotten. */
export function noteRows(
  profile: string,
  { offset, limit: _limit, ...asked }: CallInput<'invoices.page'>,
  rows: CallOutput<'invoices.page'>['rows'],
): void {
  const key = JSON.stringify([profile, asked]);
  if (list?.key !== key) places.clear();
  list = { key, profile, asked };
  for (const [at, { uuid }] of rows.entries()) places.set(uuid, offset + at);
}

/** Nothing where the invoice was not reached from a list. */
export function Neighbours({ uuid }: { readonly uuid: string }): ReactNode {
  const { id: profile } = useProfile();
  const place = list !== null && list.profile === profile ? places.get(uuid) : undefined;
  const offset = Math.max(0, (place ?? 0) - 1);
  const input = { ...list?.asked, offset, limit: 3 };
  const { data } = useCall('invoices.page', input, { enabled: place !== undefined, of: uuid });
  const rows = data?.rows ?? [];
  const at = rows.findIndex((row) => row.uuid === uuid);
  if (place === undefined || profile === null || data === undefined || at < 0) return null;
  return (
    <Group gap={4} wrap="nowrap" component="nav" aria-label="Invoices of the list">
      <Neighbour label="Previous invoice" row={rows[at - 1]} place={place - 1} />
      <Neighbour label="Next invoice" row={rows[at + 1]} place={place + 1} />
      <Text span className="mc-num">
        {grouped(offset + at + 1)} of {grouped(data.total)}
      </Text>
    </Group>
  );
}

function Neighbour(props: {
  readonly label: string;
  readonly row: CallOutput<'invoices.page'>['rows'][number] | undefined;
  readonly place: number;
}): ReactNode {
  const { label, row, place } = props;
  const Icon = label === 'Next invoice' ? IconChevronDown : IconChevronUp;
  const icon = <Icon size={18} aria-hidden="true" />;
  return row === undefined ? (
    <ActionIcon disabled aria-label={label}>
      {icon}
    </ActionIcon>
  ) : (
    <ActionIcon
      component="a"
      href={hashHref(invoicePath(row.uuid))}
      aria-label={label}
      title={row.external_id.slice(0, 60)}
      onClick={() => places.set(row.uuid, place)}
    >
      {icon}
    </ActionIcon>
  );
}
