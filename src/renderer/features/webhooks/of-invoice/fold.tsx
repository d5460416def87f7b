/** Foreign text behind a fold, cut on screen and whole in the clipboard. */
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyText, ForeignText } from '../../../ui/index.ts';
import { excerpt } from './timeline.ts';
import styles from './webhook.module.css';

export function ForeignFold(props: {
  readonly title: string;
  readonly text: string;
  readonly note?: ReactNode;
}): ReactNode {
  const { title, text, note } = props;
  const { text: shown, hidden } = excerpt(text);
  return (
    <details className={styles['fold']}>
      <summary>
        {title}{' '}
        <Text span size="xs" c="dimmed">
          {text.length.toLocaleString('en-GB')} characters
        </Text>
      </summary>
      {note === undefined ? null : (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
      <pre
        className={styles['body']}
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <ForeignText text={shown} block />
      </pre>
      <Group gap={6} fz="xs" c="dimmed">
        {hidden === 0 ? null : `${hidden.toLocaleString('en-GB')} more characters are not shown.`}
        Copy all of it <CopyText value={text} shown="" label={title.toLowerCase()} />
      </Group>
    </details>
  );
}
