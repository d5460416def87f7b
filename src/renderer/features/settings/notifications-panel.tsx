/**
 * Which news is told outside of the window. Not here: the news in the window, which always stands there (app/news-strips).
 */
import { Stack, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NotificationsChange } from '../../../domain/notification-settings.ts';
import { useCapabilities, useSettings } from '../../bridge/index.ts';
import { FailureNotice, Panel } from '../../ui/index.ts';
import { CANNOT_NOTIFY } from './desktop-words.ts';

const KINDS = [
  {
    name: 'failedDeliveries',
    label: 'Webhooks that were not delivered',
    words: 'The API has given up on them: only a resend delivers them.',
  },
  { name: 'rejectedWithdrawals', label: 'Rejected withdrawals', words: 'The money is back on the balance.' },
  {
    name: 'lateChanges',
    label: 'Late changes and contradictions',
    words: 'An invoice or a withdrawal changed after it was final, or contradicts itself or its webhooks.',
  },
] as const;

/** The kinds of news. When nobody is to be disturbed the system knows: it has its own focus. */
export function NotificationsPanel(): ReactNode {
  const { settings, refused, change } = useSettings();
  const { notify } = useCapabilities();
  const notifications = settings?.notifications;
  const isOff = !notify || notifications === undefined;
  const set = (notification: NotificationsChange): void => change({ notifications: notification });
  return (
    <Panel
      title="Notifications"
      note="Shown by the system while you look elsewhere. The window tells the same in any case."
    >
      <Stack gap={16}>
        {notify ? null : <p className="mc-settings-words">{CANNOT_NOTIFY}</p>}
        {refused === null ? null : <FailureNotice failure={refused} />}
        {KINDS.map(({ name, label, words }) => (
          <Switch
            key={name}
            label={label}
            description={words}
            checked={notifications?.[name] ?? false}
            disabled={isOff}
            onChange={({ currentTarget: { checked } }) => set({ [name]: checked })}
          />
        ))}
      </Stack>
    </Panel>
  );
}
