/**
 * Working through a list of exceptions by keyboard: which row is in hand, what is being done to it, what came of it, and on to the next
 * open row. The keyboard is always somewhere: in the table, or in the form that a key has opened. Not here: the look (triage-panel.tsx),
 * who carries an action out (the screen).
 */
import { type RefObject, useRef, useState } from 'react';
import type { ActionResult, ExceptionAction, ExceptionState } from '../../../domain/exception.ts';
import type { Failure } from '../../../domain/failure.ts';
import type { GridCursor } from '../grid/grid-types.ts';
import { useKey } from '../use-key.ts';
import { ACTION_WORDS, REASON_WORDS, RESULT_WORDS } from './exception-words.ts';
import type { WordedAction } from './triage-form.tsx';

/** A row of the list as triage knows it. */
export interface TriageSubject {
  /** Of the row in its table. */
  readonly rowId: string;
  /** Of the exception; null while no run of the engine has looked at the record. */
  readonly id: string | null;
  /** What a person calls the record. */
  readonly name: string;
  readonly state: ExceptionState;
  readonly assignee: string | null;
}

/** What became of each exception, in the order in which they were named. */
export type ActionResults = readonly { readonly id: string; readonly result: ActionResult }[];

/** Carries an action out; never throws. A failure ends it, and the results are of what was done before. */
export type Act = (
  ids: readonly string[],
  action: ExceptionAction,
) => Promise<{ readonly results: ActionResults; readonly failure: Failure | null }>;

/** What is in hand and what can be done about it, whatever its row is. */
export interface TriageControls {
  readonly subject: TriageSubject | null;
  readonly isOpen: boolean;
  /** The form that is open. */
  readonly asking: WordedAction | null;
  readonly isBusy: boolean;
  readonly failure: Failure | null;
  /** What has happened last, to be announced. */
  readonly said: string;
  readonly ask: (kind: WordedAction) => void;
  readonly submit: (action: ExceptionAction) => void;
  /** Takes it, or gives it back when it is ours. */
  readonly assign: () => void;
  readonly close: () => void;
}

export interface Triaging<Row> extends TriageControls {
  /** To be handed to the table. */
  readonly cursor: RefObject<GridCursor<Row> | null>;
  readonly onCursor: (row: Row | null) => void;
  readonly onOpen: () => void;
  readonly row: Row | null;
}

/** The desk over one table. `me` is the name that "assign to me" writes. */
export function useTriage<Row>(options: {
  readonly subjectOf: (row: Row) => TriageSubject;
  readonly act: Act;
  readonly me: string;
  readonly onDone: () => void;
}): Triaging<Row> {
  const { subjectOf, act, me, onDone } = options;
  const cursor = useRef<GridCursor<Row>>(null);
  const [row, setRow] = useState<Row | null>(null);
  const [isClosed, setClosed] = useState(true);
  const [asking, setAsking] = useState<WordedAction | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [said, setSaid] = useState('');
  const subject = row === null ? null : subjectOf(row);
  const ask = (kind: WordedAction): void => {
    if (subject === null || subject.id === null) return;
    const wrong = unfit(kind, subject);
    if (wrong === null) {
      setClosed(false);
      setAsking(kind);
    } else setSaid(`${subject.name}: ${wrong}`);
  };
  const run = async (action: ExceptionAction): Promise<void> => {
    if (subject === null || subject.id === null || isBusy) return;
    setBusy(true);
    setFailure(null);
    const answer = await act([subject.id], action);
    setBusy(false);
    if (answer.failure !== null) {
      setFailure(answer.failure);
      return;
    }
    const result = answer.results[0]?.result ?? 'not-found';
    const next = action.kind === 'resolve' && result === 'done' ? nextOpen(cursor.current, subjectOf) : null;
    setSaid(sentence(subject, action, result, next));
    const wasAsking = asking !== null;
    setAsking(null);
    onDone();
    // The form that had the keyboard is gone with the next drawing; the table takes it.
    if (wasAsking) requestAnimationFrame(() => cursor.current?.moveTo(next?.rowId ?? subject.rowId));
  };
  const close = (): void => {
    if (asking === null) setClosed(true);
    setAsking(null);
    requestAnimationFrame(() => cursor.current?.focus());
  };
  const assign = (): void => {
    if (subject === null) return;
    void run({ kind: 'assign', assignee: subject.assignee === me ? null : me });
  };
  useKey('r', () => ask('resolve'));
  useKey('u', () => ask('reopen'));
  useKey('n', () => ask('note'));
  useKey('a', assign);
  useKey('j', () => cursor.current?.step(1));
  useKey('k', () => cursor.current?.step(-1));
  useKey('Escape', close);
  return {
    cursor,
    row,
    subject,
    asking,
    isBusy,
    failure,
    said,
    ask,
    assign,
    close,
    isOpen: row !== null && !isClosed,
    submit: (action) => void run(action),
    onOpen: () => setClosed(false),
    onCursor: (next) => {
      setRow(next);
      setFailure(null);
      // The first row under the cursor opens the panel; once closed it stays closed until it is asked for.
      if (row === null && next !== null) setClosed(false);
    },
  };
}

/** Why the key does nothing; null when it does. */
function unfit(kind: WordedAction, { state }: TriageSubject): string | null {
  if (kind === 'resolve' && state === 'resolved') return 'resolved already. U reopens it.';
  return kind === 'reopen' && state === 'open' ? 'open already.' : null;
}

function nextOpen<Row>(cursor: GridCursor<Row> | null, subjectOf: (row: Row) => TriageSubject): TriageSubject | null {
  return (cursor?.around() ?? []).map(subjectOf).find(({ state }) => state === 'open') ?? null;
}

function sentence(
  { name }: TriageSubject,
  action: ExceptionAction,
  result: ActionResult,
  next: TriageSubject | null,
): string {
  if (result !== 'done') return `${name}: ${RESULT_WORDS[result]}.`;
  if (action.kind === 'assign') return action.assignee === null ? `${name}: given back.` : `${name}: yours now.`;
  if (action.kind !== 'resolve') return `${name} ${ACTION_WORDS[action.kind]}.`;
  const reason = REASON_WORDS[action.reason].name.toLowerCase();
  const then = next === null ? 'No open row is left here.' : `Next: ${next.name}.`;
  return `${name} resolved (${reason}). ${then}`;
}
