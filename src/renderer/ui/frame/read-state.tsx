// What stands on a screen by how its read stands, and a screen with nothing to list.
import { Box, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { FailureNotice } from './failure-notice.tsx';
import { IconCloudOff, IconFilterOff, IconInbox } from '@tabler/icons-react';

export function ReadState<Data>(props: {
  readonly read: {
    readonly data: Data | undefined;
    readonly failure: Failure | undefined;
    readonly refresh: () => void;
  };
  /** "The hosts could not be read". */
  readonly unreadTitle: string;
  readonly children: (data: Data) => ReactNode;
}) {
  const { read, unreadTitle, children } = props;
  const { data, failure, refresh } = read;
  const notice = <FailureNotice failure={failure} onRetry={refresh} />;
  if (data !== undefined) {
    return (
      <>
        {notice}
        {children(data)}
      </>
    );
  }
  if (failure === undefined) return <Skeleton height={280} radius="lg" aria-busy="true" />;
  return (
    <EmptyState kind="could-not-load" title={unreadTitle}>
      {notice}
    </EmptyState>
  );
}

export type EmptyKind = 'nothing-yet' | 'nothing-matches' | 'could-not-load';

const LOOKS: Readonly<Record<EmptyKind, { readonly title: string; readonly icon: typeof IconInbox }>> = {
  'nothing-yet': { title: 'Nothing here yet', icon: IconInbox },
  'nothing-matches': { title: 'Nothing matches these filters', icon: IconFilterOff },
  'could-not-load': { title: 'This could not be loaded', icon: IconCloudOff },
};

/** One of the three empty states, with room for a sentence and an action. */
export function EmptyState(props: {
  readonly kind: EmptyKind;
  readonly title?: string;
  readonly children?: ReactNode;
}) {
  const { kind, title, children } = props;
  const look = LOOKS[kind];
  const Icon = look.icon;
  return (
    <Stack
      align="center"
      justify="center"
      gap={4}
      px={24}
      py={40}
      ta="center"
      c="dimmed"
      data-kind={kind}
      role="status"
    >
      <Icon size={28} stroke={1.5} aria-hidden="true" />
      <Text mt="xs" fw={600} c="var(--mc-text)">
        {title ?? look.title}
      </Text>
      {children === undefined ? null : (
        <Box maw="56ch" style={{ overflowWrap: 'anywhere' }}>
          {children}
        </Box>
      )}
    </Stack>
  );
}
