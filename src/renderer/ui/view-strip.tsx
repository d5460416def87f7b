/** The views of a list in one line under its band: each with as many rows as it has, and at the end how far the list has come. */
import { Anchor, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { hashHref } from './route.ts';

export interface ListView {
  readonly label: string;
  readonly path: string;
  /** Undefined while it is not known. */
  readonly count: number | undefined;
  readonly isHere: boolean;
}

/** The children stand at its end. */
export function ViewStrip(props: { readonly views: readonly ListView[]; readonly children?: ReactNode }): ReactNode {
  const { views, children } = props;
  return (
    <Group
      className="mc-no-print"
      h={40}
      px="md"
      gap="xs"
      wrap="nowrap"
      bg="var(--mc-surface)"
      flex="none"
      style={{ overflowX: 'auto', borderBottom: '1px solid var(--mc-line)' }}
    >
      <Group component="nav" aria-label="Views" gap={4} wrap="nowrap">
        {views.map(({ label, path, count, isHere }) => (
          <Anchor
            key={label}
            href={hashHref(path)}
            aria-current={isHere ? 'page' : undefined}
            underline="never"
            size="sm"
            fw={500}
            px="xs"
            py={4}
            c={isHere ? 'var(--mc-text)' : 'var(--mc-text-muted)'}
            bg={isHere ? 'var(--mc-sunken)' : 'transparent'}
            style={{ borderRadius: 'var(--mantine-radius-sm)', whiteSpace: 'nowrap' }}
          >
            {label} {count === undefined ? null : <span className="mc-num">{count.toLocaleString('en-GB')}</span>}
          </Anchor>
        ))}
      </Group>
      <Text size="sm" c="dimmed" ml="auto" component="div" style={{ whiteSpace: 'nowrap' }}>
        {children}
      </Text>
    </Group>
  );
}
