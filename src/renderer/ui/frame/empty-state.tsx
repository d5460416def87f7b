// A screen with nothing to list: there is nothing yet, nothing matches, or it could not be loaded.
import { Box, Stack, Text } from '@mantine/core';
import { IconCloudOff, IconFilterOff, IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';

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
}): ReactNode {
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
