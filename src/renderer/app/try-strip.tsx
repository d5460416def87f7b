// A strip about an API that cannot be reached, with a way to try at once and why trying failed.
import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAction } from '../bridge/index.ts';
import { failureWords } from '../ui/index.ts';
import classes from './frame.module.css';

/** `children` is what happened, told once; `age` moves by itself, so nobody has it read out again and again. */
export function TryStrip(props: {
  readonly tone: 'quiet' | 'warn';
  readonly children: ReactNode;
  readonly age: ReactNode;
}): ReactNode {
  const { run, busy, failure } = useAction('sync.start');
  return (
    <div className={classes.banner} data-tone={props.tone}>
      <IconCloudOff size={16} aria-hidden="true" />
      <span>
        <span role="status">{props.children}</span> {props.age}
        {failure === undefined ? null : <span role="alert"> Could not try: {failureWords(failure).sentence}</span>}
      </span>
      <Button
        className={classes.bannerEnd}
        size="compact-xs"
        variant="default"
        loading={busy}
        onClick={() => void run({})}
      >
        Try now
      </Button>
    </div>
  );
}
