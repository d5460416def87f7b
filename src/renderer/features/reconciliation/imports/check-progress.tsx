// How far a long job over a file is, and the way to stop it. Seen always, said aloud by quarters.
import { percentDone } from '../../../parts/index.ts';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCall } from '../../../bridge/index.ts';
import { describeDuration } from '../../../../domain/kernel/time/time.ts';

interface Part {
  readonly done: number;
  readonly total?: number | undefined;
  readonly etaSeconds?: number | undefined;
}

/** The check that is under way; there is one at a time. */
export function CheckProgress({ onStop }: { readonly onStop: () => void }) {
  const job = useCall('jobs.list', {}).data?.jobs.find(
    ({ report, state }) => report?.kind === 'dry-run' && state === 'running',
  );
  return (
    <FileProgress words="Reading every row and holding it against the records. Nothing is kept." part={job ?? null}>
      <Button size="xs" onClick={onStop}>
        Stop
      </Button>
    </FileProgress>
  );
}

const QUARTERS = 4;

/** `part` null: it has not begun, or nobody knows how far it is. */
export function FileProgress(props: {
  readonly words: string;
  readonly part: Part | null;
  readonly children?: ReactNode;
}) {
  const { words, part, children } = props;
  const percent = percentDone(part?.done ?? 0, part?.total ?? 0);
  const quarter = Math.floor((percent * QUARTERS) / 100);
  return (
    <Stack gap="sm">
      <Group gap="lg">
        <Text fz={13} c="dimmed" flex={1} miw={240}>
          {words}
        </Text>
        <p className="mc-note mc-num" aria-live="off">
          {leftWords(part, percent)}
        </p>
        {children}
      </Group>
      <Progress
        value={part?.total === undefined ? 100 : percent}
        animated={part?.total === undefined}
        size={6}
        aria-label="Progress"
      />
      <span className="mc-visually-hidden" role="status">
        {quarter === 0 ? '' : `${(quarter * 100) / QUARTERS} % done`}
      </span>
    </Stack>
  );
}

function leftWords(part: Part | null, percent: number): string {
  if (part?.total === undefined) return '';
  const left = part.etaSeconds === undefined ? '' : `, about ${describeDuration(part.etaSeconds * 1000)} left`;
  return `${percent} %${left}`;
}
