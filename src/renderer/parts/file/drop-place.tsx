// Where a file is handed over: dropped or chosen, and how far it is.
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Button, Progress, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import type { HandedState, HandingOver } from '../../bridge/index.ts';
import { ForeignText } from '../../ui/index.ts';
import { bytesWords, percentDone } from './format-words.ts';
import classes from './drop-place.module.css';

const TABLES =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A place to drop a file on, with a button that does the same; `bar`: why no file can be handed over now. A file that is dropped beside it is not opened by the browser either. */
export function DropPlace(props: {
  readonly handing: HandingOver;
  readonly bar: string | null;
  readonly label: string;
  /** What the system offers to choose from; tables when absent. */
  readonly accept?: string;
}) {
  const { handing, bar, label, accept = TABLES } = props;
  const { state } = handing;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  useNoStrayDrops();
  const isSending = state.kind === 'sending';
  const take = (file: File | undefined): void => {
    if (file !== undefined && bar === null && !isSending) handing.give(file);
  };
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // What can be dropped can be chosen with the button: the place itself needs no keyboard.
    <div
      className={classes.drop}
      data-over={(isOver && bar === null) || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={input}
        type="file"
        className="mc-visually-hidden"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0]);
          // The same file chosen again is a choice as well.
          currentTarget.value = '';
        }}
      />
      {isSending ? (
        <Sending state={state} onStop={handing.drop} />
      ) : (
        <>
          <Standing state={state} />
          <Button
            variant={state.kind === 'there' ? 'default' : 'filled'}
            leftSection={<IconUpload size={16} aria-hidden="true" />}
            disabled={bar !== null}
            onClick={() => input.current?.click()}
          >
            {state.kind === 'none' ? 'Choose a file' : 'Choose another file'}
          </Button>
          <p className="mc-note">{bar ?? 'or drop it here'}</p>
        </>
      )}
    </div>
  );
}

function Standing({ state }: { readonly state: HandedState }) {
  if (state.kind === 'none') return <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden="true" />;
  const name = state.kind === 'there' ? state.file.name : state.name;
  return (
    <Text fw={600} c="var(--mc-text)" style={ANYWHERE}>
      <ForeignText text={name} />
      {state.kind === 'there' ? <span className="mc-note mc-num"> {bytesWords(state.file.bytes)}</span> : null}
    </Text>
  );
}

function Sending(props: {
  readonly state: Extract<HandedState, { readonly kind: 'sending' }>;
  readonly onStop: () => void;
}) {
  const { name, progress } = props.state;
  const { sent, total, isWaiting } = progress;
  return (
    <Stack gap="sm" align="center" w="min(420px, 100%)">
      <Text fw={600} c="var(--mc-text)" style={ANYWHERE}>
        <ForeignText text={name} />
      </Text>
      <Progress value={percentDone(sent, total)} size={6} w="100%" aria-label="Handed over" />
      <p className="mc-note mc-num" aria-live="off">
        {bytesWords(sent)} of {bytesWords(total)} handed over
      </p>
      <p className="mc-note" role="status">
        {isWaiting ? 'The console’s engine does not answer; the same piece is sent again.' : ''}
      </p>
      <Button onClick={props.onStop}>Stop</Button>
    </Stack>
  );
}

const ANYWHERE = { overflowWrap: 'anywhere' } as const;

/** While the screen is there a file dropped anywhere on it does not replace the console. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const keep = (event: Event): void => event.preventDefault();
    window.addEventListener('dragover', keep);
    window.addEventListener('drop', keep);
    return () => {
      window.removeEventListener('dragover', keep);
      window.removeEventListener('drop', keep);
    };
  }, []);
}
