// The way through a log that is longer than one page: the newest first, so "Older" goes on.
import { Button, Group } from '@mantine/core';
import { grouped } from '../text/writing.ts';

export interface PageTurnProps {
  readonly offset: number;
  readonly limit: number;
  readonly shown: number;
  readonly total: number;
  readonly noun: string;
  readonly flush?: boolean;
  readonly ways?: readonly [back: string, on: string];
  readonly onTurn: (offset: number) => void;
}

/**
 * `limit` rows a page from `offset` on; `shown` of `total` are in view. `noun` names them ("changes"). Nothing where all of it fits on
 * one page. `flush`: at the foot of a panel that has no padding. `ways`: what going back and on is called where rows do not stand by age.
 */
export function PageTurn(props: PageTurnProps) {
  const { offset, limit, shown, total, noun, flush = false, ways = BY_AGE, onTurn } = props;
  const [back, on] = ways;
  if (total <= limit && offset === 0) return null;
  const last = offset + shown;
  const range = shown === 0 ? '0' : `${grouped(offset + 1)}–${grouped(last)}`;
  return (
    <Group
      justify="space-between"
      gap="xs"
      c="dimmed"
      fz={12}
      {...(flush ? { px: 20, py: 'sm' } : { pt: 10 })}
      style={{ borderTop: '1px solid var(--mc-line)' }}
    >
      <span className="mc-num">
        {range} of {grouped(total)} {noun}
      </span>
      <Group gap="xs">
        <Button size="xs" disabled={offset === 0} onClick={() => onTurn(Math.max(0, offset - limit))}>
          {back}
        </Button>
        <Button size="xs" disabled={last >= total} onClick={() => onTurn(offset + limit)}>
          {on}
        </Button>
      </Group>
    </Group>
  );
}

const BY_AGE = ['Newer', 'Older'] as const;
