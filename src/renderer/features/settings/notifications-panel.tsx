/**
 * Which news is told outside of the window. Not here: the news in the window, which always stands there (app/news-strips).
 */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCapabilities, useSettings } from '../../bridge/index.ts';
import { FailureNotice, Panel } from '../../ui/index.ts';
import { CANNOT_NOTIFY } from './desktop-words.ts';
import { SwitchRow } from './setting-row.tsx';

const KINDS = [
  { name: 'failedDeliveries', label: 'Webhooks that were not delivered', note: 'only a resend delivers them' },
  { name: 'rejectedWithdrawals', label: 'Rejected withdrawals', note: 'the money is back on the balance' },
  {
    name: 'lateChanges',
    label: 'Late changes and contradictions',
    note: 'a record changed after it was final, or contradicts itself or its webhooks',
  },
] as const;

/** The kinds of news. When nobody is to be disturbed the system knows: it has its own focus. */
export function NotificationsPanel(): ReactNode {
  const { settings, refused, change } = useSettings();
  const { notify } = useCapabilities();
  const notifications = settings?.notifications;
  return (
    <Panel title="Notifications" note="Shown by the system while you look elsewhere.">
      {notify ? null : <Text c="dimmed">{CANNOT_NOTIFY}</Text>}
      {refused === null ? null : <FailureNotice failure={refused} />}
      {KINDS.map(({ name, label, note }) => (
        <SwitchRow
          key={name}
          label={label}
          note={note}
          checked={notifications?.[name] ?? false}
          disabled={!notify || notifications === undefined}
          onChange={(checked) => change({ notifications: { [name]: checked } })}
        />
      ))}
    </Panel>
  );
}
