/**
 * The way through a history that is longer than one page: the newest first, so "Older" goes on. Not here: reading a page.
 */
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** `limit` rows a page from `offset` on; `shown` of `total` are in view. `noun` names them ("changes"). */
export function Turn(props: {
  readonly offset: number;
  readonly limit: number;
  readonly shown: number;
  readonly total: number;
  readonly noun: string;
  readonly onTurn: (offset: number) => void;
}): ReactNode {
  const { offset, limit, shown, total, noun, onTurn } = props;
  const last = offset + shown;
  return (
    <Group justify="space-between" className="mc-turn">
      <span className="mc-num">
        {shown === 0 ? '0' : `${offset + 1}–${last}`} of {total.toLocaleString('en-GB')} {noun}
      </span>
      <Group gap={8}>
        <Button size="xs" variant="default" disabled={offset === 0} onClick={() => onTurn(Math.max(0, offset - limit))}>
          Newer
        </Button>
        <Button size="xs" variant="default" disabled={last >= total} onClick={() => onTurn(offset + limit)}>
          Older
        </Button>
      </Group>
    </Group>
  );
}
