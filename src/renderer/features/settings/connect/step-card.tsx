/** One step of connecting: done, being done, or to come; its foot with the buttons stays in view however long it is. */
import { Badge, Box, Group, List, Paper, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** `words` stand beside the title; `action` at its end; `foot` sticks to the bottom of the window. */
export function StepCard(props: {
  readonly number: number;
  readonly title: string;
  readonly standing: 'done' | 'now' | 'later';
  readonly words?: ReactNode;
  readonly action?: ReactNode;
  readonly foot?: ReactNode;
  readonly children?: ReactNode;
}): ReactNode {
  const { number, title, standing, words, action, foot, children } = props;
  const isNow = standing === 'now';
  return (
    <Paper withBorder component="section" aria-label={title} aria-current={isNow ? 'step' : undefined}>
      <Group px="md" h={isNow ? 52 : 48} gap="sm" wrap="nowrap">
        <Badge
          circle
          variant={isNow ? 'filled' : 'outline'}
          color={standing === 'done' ? 'var(--mc-good-mark)' : isNow ? 'ink' : 'var(--mc-control)'}
          role="img"
          aria-label={standing === 'done' ? 'done' : `step ${number}`}
        >
          {standing === 'done' ? <IconCheck size={12} aria-hidden="true" /> : number}
        </Badge>
        <Title order={2} fz="md" c={standing === 'later' ? 'dimmed' : 'var(--mc-text)'}>
          {title}
        </Title>
        <Text c="dimmed" truncate flex={1}>
          {words}
        </Text>
        {action}
      </Group>
      {children === undefined ? null : (
        <Box hidden={!isNow} px="md" py="md" style={{ borderTop: '1px solid var(--mc-line)' }}>
          {children}
        </Box>
      )}
      {foot === undefined || !isNow ? null : (
        <Group
          px="md"
          py={11}
          justify="space-between"
          bg="var(--mc-surface)"
          pos="sticky"
          bottom={0}
          style={{ borderTop: '1px solid var(--mc-line)', zIndex: 2 }}
        >
          {foot}
        </Group>
      )}
    </Paper>
  );
}

/** A card of short facts, each with its first word. */
export function Facts(props: {
  readonly title: string;
  readonly facts: readonly (readonly [string, ReactNode])[];
}): ReactNode {
  return (
    <Paper withBorder component="section" aria-label={props.title} p="md">
      <Title order={2} fz="md" mb="sm">
        {props.title}
      </Title>
      <List listStyleType="none" spacing="sm">
        {props.facts.map(([word, words]) => (
          <List.Item key={word} c="var(--mc-text-soft)">
            <Text span fw={600} c="var(--mc-text)">
              {word}
            </Text>{' '}
            {words}
          </List.Item>
        ))}
      </List>
    </Paper>
  );
}
