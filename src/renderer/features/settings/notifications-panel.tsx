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
  {
    name: 'lateChanges',
    label: 'Late changes and contradictions',
    words: 'An invoice or a withdrawal changed after it was final, or contradicts itself or its webhooks.',
  },
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
          <Hours quiet={quiet} disabled={isOff || !quiet.on} onSet={onChange} />
          <p className="mc-note">{quietWords(quiet, timeZone)}</p>
        </>
      )}
    </fieldset>
  );
}

type Ends = Pick<QuietHours, 'from' | 'to'>;

/**
 * Both ends as one: what is typed means nothing until a field is left, and they go together, so that they can also be exchanged. Between equal times
 * there is no hour, so such are not sent.
 */
function Hours(props: {
  readonly quiet: Ends;
  readonly disabled: boolean;
  readonly onSet: (ends: Ends) => void;
}): ReactNode {
  const { quiet, disabled, onSet } = props;
  const [{ of, ...typed }, setForm] = useState({ of: quiet, from: quiet.from, to: quiet.to });
  // What the engine says comes anew into both fields, also when it has refused what was typed.
  if (of.from !== quiet.from || of.to !== quiet.to) setForm({ of: quiet, from: quiet.from, to: quiet.to });
  const [from, to] = [typedTime(typed.from), typedTime(typed.to)];
  const isEqual = from === to;
  const keep = (): void => {
    if (from === null || to === null || isEqual) return;
    setForm({ of, from, to });
    if (from !== quiet.from || to !== quiet.to) onSet({ from, to });
  };
  return (
    <div className="mc-quiet-hours">
      {ENDS.map(({ end, label }) => (
        <TextInput
          key={end}
          className="mc-num"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          size="sm"
          w={168}
          label={label}
          value={typed[end]}
          disabled={disabled}
          error={disabled || typed[end] === quiet[end] ? undefined : wrongWords(typed[end], isEqual)}
          onChange={({ currentTarget: { value } }) => setForm({ of, ...typed, [end]: value })}
          onBlur={keep}
          onKeyDown={({ key }) => {
            if (key === 'Enter') keep();
          }}
        />
      ))}
    </div>
  );
}

const ENDS = [
  { end: 'from', label: 'From' },
  { end: 'to', label: 'To' },
] as const;

/** Why what was typed is not kept; nothing when it is. */
function wrongWords(typed: string, isEqual: boolean): string | undefined {
  if (typedTime(typed) === null) return 'Type a time like 18:30';
  return isEqual ? 'Choose two different times' : undefined;
}
