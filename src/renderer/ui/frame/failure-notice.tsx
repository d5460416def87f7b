// A failure on screen: what happened, what to do, and a way to try again. Calm: it never covers what is still readable.
import { Box, Button, Group, List, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { screenPath } from '../../../domain/console/screens.ts';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { failureCode, ownWords } from './failure-words.ts';
import { apiSaid, saidDetails } from '../../../domain/kernel/failure/api-said.ts';
import { navigateTo } from '../window/route.ts';
import { ForeignText } from '../text/foreign-text.tsx';
import { InstantText } from '../text/instant-text.tsx';

/** Title, sentence and next step; the API's code in small, and below it what the API itself said. Nothing without a failure. */
export function FailureNotice(props: {
  readonly failure: Failure | null | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly retryLabel?: string;
}) {
  const { failure, onRetry, retryLabel = 'Try again' } = props;
  if (failure === null || failure === undefined) return null;
  const { title, sentence, nextStep } = ownWords(failure);
  // Nothing failed.
  const isWaiting = failure.kind === 'second-person';
  const retry = onRetry === undefined ? undefined : { label: retryLabel, run: onRetry };
  return (
    <Notice tone={isWaiting ? 'notice' : 'bad'} title={title} action={isWaiting ? APPROVALS : retry}>
      {sentence} {nextStep}{' '}
      {failure.kind === 'changed-since' && failure.at !== undefined ? <InstantText value={failure.at} withAge /> : null}
      <CodeText code={failureCode(failure)} />
      <ApiSaidText failure={failure} />
    </Notice>
  );
}

const APPROVALS = { label: 'Approvals', run: () => navigateTo(screenPath('approvals')) };

/** The API's own code, for those who want to look it up; nothing without one. */
export function CodeText({ code }: { readonly code: string | null | undefined }) {
  if (code === null || code === undefined) return null;
  return (
    <Text span fz={12} c="var(--mc-text-soft)">
      Code <span className="mc-mono">{code.slice(0, 80)}</span>
    </Text>
  );
}

const LOOKS = {
  bad: { bg: 'var(--mc-bad-soft)', bd: '1px solid var(--mc-bad-line)', mark: 'var(--mc-bad-text)' },
  warn: { bg: 'var(--mc-warn-soft)', bd: '1px solid var(--mc-warn-line)', mark: 'var(--mc-warn-text)' },
  notice: { bg: 'var(--mc-notice-soft)', bd: '1px solid transparent', mark: 'var(--mc-notice-text)' },
  good: { bg: 'var(--mc-good-soft)', bd: '1px solid transparent', mark: 'var(--mc-good-text)' },
  quiet: { bg: 'var(--mc-surface)', bd: '1px solid var(--mc-line)', mark: 'var(--mc-text-muted)' },
} as const;

/** A calm strip with a title, a few words and perhaps one action; the words carry the meaning, the tint supports it. */
export function Notice(props: {
  readonly tone: keyof typeof LOOKS;
  readonly title: string;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { tone, title, action, icon, children } = props;
  const { mark, ...look } = LOOKS[tone];
  return (
    <Group
      className="mc-notice"
      role={tone === 'bad' ? 'alert' : 'status'}
      // An age inside moves; only what is new is told, not the whole again.
      aria-atomic={tone === 'bad'}
      wrap="nowrap"
      align="flex-start"
      gap="sm"
      px="md"
      py="sm"
      bdrs="md"
      ta="start"
      c="var(--mc-text)"
      {...look}
    >
      <Box component="span" display="inline-flex" flex="none" mt={1} c={mark}>
        {icon ?? <IconAlertCircle size={18} aria-hidden="true" />}
      </Box>
      <Box flex={1} miw={0} maw="84ch" style={WRAP}>
        <Text fw={600}>{title}</Text>
        {children === undefined ? null : (
          <Box mt={2} c="var(--mc-text-soft)">
            {children}
          </Box>
        )}
      </Box>
      {action === undefined ? null : (
        <Button size="xs" flex="none" ml="auto" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </Group>
  );
}

const WRAP = { overflowWrap: 'anywhere' } as const;

function ApiSaidText({ failure }: { readonly failure: Failure }) {
  const said = apiSaid(failure);
  if (said === null) return null;
  const { shown, more } = saidDetails(said);
  const { message = '' } = said;
  return (
    <Box mt="xs" pl="sm" style={{ borderInlineStart: '2px solid var(--mc-line)' }}>
      <Text fz={12}>In the API’s own words</Text>
      {message === '' ? null : <ForeignText text={message} />}
      {shown.length === 0 ? null : (
        <List listStyleType="none">
          {shown.map(({ name, value }) => (
            <List.Item key={name}>
              <span className="mc-mono">{name}</span>: <ForeignText text={value} />
            </List.Item>
          ))}
          {more === 0 ? null : <List.Item>{more} more</List.Item>}
        </List>
      )}
    </Box>
  );
}
