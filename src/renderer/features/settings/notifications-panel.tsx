/**
 * Which news is told outside of the window, and when not. Not here: the news in the window, which always stands there (app/news-strips).
 */
import { Stack, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { NotificationsChange, QuietHours } from '../../../domain/notification-settings.ts';
import { useCapabilities, useSettings } from '../../bridge/index.ts';
import { FailureNotice, Panel } from '../../ui/index.ts';
import { typedTime } from './time-of-day.ts';
import { CANNOT_NOTIFY, quietWords } from './desktop-words.ts';

const KINDS = [
  {
    name: 'failedDeliveries',
    label: 'Webhooks that were not delivered',
    words: 'The API has given up on them: only a resend delivers them.',
  },
  { name: 'rejectedWithdrawals', label: 'Rejected withdrawals', words: 'The money is back on the balance.' },
  { name: 'lateChanges', label: 'Late changes', words: 'An invoice or a withdrawal changed after it was final.' },
] as const;

/** The three kinds of news, and the quiet hours. */
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
        <Quiet
          quiet={notifications?.quiet}
          timeZone={settings?.timeZone ?? 'UTC'}
          isOff={isOff}
          onChange={(quiet) => set({ quiet })}
        />
      </Stack>
    </Panel>
  );
}

function Quiet(props: {
  readonly quiet: QuietHours | undefined;
  readonly timeZone: string;
  readonly isOff: boolean;
  readonly onChange: (change: Partial<QuietHours>) => void;
}): ReactNode {
  const { quiet, timeZone, isOff, onChange } = props;
  return (
    <fieldset className="mc-quiet">
      <legend className="mc-visually-hidden">Quiet hours</legend>
      <Switch
        label="Quiet hours"
        description="News of these hours comes as one notification when they end."
        checked={quiet?.on ?? false}
        disabled={isOff}
        onChange={({ currentTarget: { checked } }) => onChange({ on: checked })}
      />
      {quiet === undefined ? null : (
        <>
          <div className="mc-quiet-hours">
            {(['from', 'to'] as const).map((end) => (
              <TimeOfDay
                // What the engine says comes anew into the field.
                key={`${end} ${quiet[end]}`}
                label={end === 'from' ? 'From' : 'To'}
                value={quiet[end]}
                other={quiet[end === 'from' ? 'to' : 'from']}
                disabled={isOff || !quiet.on}
                onSet={(time) => onChange({ [end]: time })}
              />
            ))}
          </div>
          <p className="mc-note">{quietWords(quiet, timeZone)}</p>
        </>
      )}
    </fieldset>
  );
}

/** Kept when it is left: while it is typed it means nothing yet. */
function TimeOfDay(props: {
  readonly label: string;
  readonly value: string;
  /** The other end: between equal times there is no hour, so this one cannot be set to it. */
  readonly other: string;
  readonly disabled: boolean;
  readonly onSet: (time: string) => void;
}): ReactNode {
  const { label, value, other, disabled, onSet } = props;
  const [typed, setTyped] = useState(value);
  const time = typedTime(typed);
  const wrong = time === null ? 'Type a time like 18:30' : time === other ? 'Choose two different times' : undefined;
  return (
    <TextInput
      className="mc-num"
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      size="sm"
      w={168}
      label={label}
      value={typed}
      disabled={disabled}
      error={disabled ? undefined : wrong}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => {
        if (time === null || wrong !== undefined) return;
        setTyped(time);
        if (time !== value) onSet(time);
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur();
      }}
    />
  );
}
