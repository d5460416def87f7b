// The first step: what kind of file it is, and the file itself, chosen or dropped, with its way to the engine.
import { Button, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { SOURCE_KINDS } from '../../../../domain/entry.ts';
import type { HandedState } from '../../../bridge/index.ts';
import { FailureNotice, ForeignText, Note, Panel, useRouteFilters } from '../../../ui/index.ts';
import { KIND_WORDS } from './format-words.ts';
import type { Wizard } from './use-wizard.ts';
import { bytesWords, percentDone } from './words.ts';
import { StepFoot } from './wizard-frame.tsx';
import './imports.module.css';

/** `bar`: why no file can be handed over now; null when it can. */
export function FileStep({ wizard, bar }: { readonly wizard: Wizard; readonly bar: string | null }): ReactNode {
  const { handing, draft, look, reading } = wizard;
  const route = useRouteFilters();
  const { state } = handing;
  const isThere = state.kind === 'there';
  return (
    <>
      <Panel title="What is in it?">
        <SegmentedControl
          aria-label="What is in it?"
          value={draft.kind}
          disabled={state.kind === 'sending'}
          data={SOURCE_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind].name }))}
          onChange={(next) => route.change({ kind: next === 'wallet' ? 'wallet' : undefined }, { replace: true })}
        />
        <Note>{KIND_WORDS[draft.kind].hint}</Note>
      </Panel>
      <Panel title="The file" note="CSV or XLSX, at most 1 GiB and 2,000,000 rows. It stays on this computer.">
        <DropPlace state={state} bar={bar} onGive={handing.give} onStop={handing.drop} />
        <Stack gap="sm" mt="sm">
          {state.kind === 'failed' ? (
            <FailureNotice
              failure={state.failure}
              onRetry={state.failure.kind === 'file-refused' ? undefined : handing.again}
              retryLabel="Hand it over again"
            />
          ) : null}
          {isThere && look.failure !== undefined ? (
            <FailureNotice failure={look.failure} onRetry={look.refresh} />
          ) : null}
        </Stack>
      </Panel>
      {isThere ? <StepFoot step="file" bar={reading === null ? lookWords(look.failure !== undefined) : null} /> : null}
    </>
  );
}

function lookWords(isFailed: boolean): string {
  return isFailed ? 'Choose another file.' : 'Looking at the beginning of the file…';
}

interface DropProps {
  readonly state: HandedState;
  readonly bar: string | null;
  readonly onGive: (file: File) => void;
  readonly onStop: () => void;
}

/** A place to drop a file on, with a button that does the same. A file that is dropped beside it is not opened by the browser either. */
function DropPlace({ state, bar, onGive, onStop }: DropProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  useNoStrayDrops();
  const isSending = state.kind === 'sending';
  const take = (file: File | undefined): void => {
    if (file !== undefined && bar === null && !isSending) onGive(file);
  };
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // What can be dropped can be chosen with the button: the place itself needs no keyboard.
    <div
      className="mc-imp-drop"
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
        aria-label="File to import"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0]);
          // The same file chosen again is a choice as well.
          currentTarget.value = '';
        }}
      />
      {isSending ? (
        <Sending state={state} onStop={onStop} />
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

function Standing({ state }: { readonly state: HandedState }): ReactNode {
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
}): ReactNode {
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
      <Button variant="default" onClick={props.onStop}>
        Stop
      </Button>
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
