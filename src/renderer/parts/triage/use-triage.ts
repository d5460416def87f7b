// Working through a list of exceptions by keyboard: which row is in hand, what is being done to it, what came of it, and on to the next open row.
import { type Dispatch, type RefObject, type SetStateAction, useRef, useState } from 'react';
import type { ActionResult, ExceptionAction, ExceptionState } from '../../../domain/reconcile/exception.ts';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { laterOf, type useActOnExceptions } from '../../bridge/index.ts';
import type { GridCursor } from '../../ui/grid/types.ts';
import { plainText } from '../../../domain/kernel/text/plain-text.ts';
import { draftsOf } from '../../ui/window/drafts.ts';
import { useUi } from '../../ui/window/environment.tsx';
import { useHashLocation } from '../../ui/window/route.ts';
import { useKey } from '../../ui/window/keys.ts';
import { useLatest } from '../../ui/window/hooks.ts';
import { ACTION_WORDS, REASON_WORDS, RESULT_WORDS } from './finding-words.ts';
import type { WordedAction } from './form.tsx';

/** A row of the list as triage knows it. */
export interface TriageSubject {
  readonly rowId: string;
  /** Of the exception; null while no run of the engine has looked at the record. */
  readonly id: string | null;
  /** What a person calls the record. */
  readonly name: string;
  readonly state: ExceptionState;
  readonly assignee: string | null;
  /** When the exception was last changed, as it is shown; what somebody else changes later is not overwritten. */
  readonly updatedAt?: string;
  /** Why there is no exception to work on, where that is not for want of a run. */
  readonly idle?: string;
}

export interface TriageControls {
  /** While a form is open that of its record, wherever the cursor goes meanwhile. */
  readonly subject: TriageSubject | null;
  readonly isOpen: boolean;
  readonly asking: WordedAction | null;
  /** The rows that the table has read are without the record whose form is open. */
  readonly hasLeft: boolean;
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
  readonly cursor: RefObject<GridCursor<Row> | null>;
  readonly onCursor: (row: Row | null) => void;
  readonly onOpen: () => void;
  /** Of `subject`. */
  readonly row: Row | null;
  /** The same at this moment: a key may come before the window has drawn the row that the cursor has reached. */
  readonly rowNow: () => Row | null;
  /** Announces what a deed of the screen's own has come to. */
  readonly say: (words: string) => void;
  /** Gives the keyboard back to the table once a dialog is gone. */
  readonly toTable: () => void;
}

export interface Queue<Row> {
  /** The form that is open, of `triageForms`. */
  readonly form: ReturnType<ReturnType<typeof triageForms<Row>>>;
  readonly subjectOf: (row: Row) => TriageSubject;
  readonly acting: ReturnType<typeof useActOnExceptions>;
  /** The name that "assign to me" writes; null while it is not known. */
  readonly me: string | null;
  readonly isNarrowed: boolean;
  readonly onDone: () => void;
  /** What U takes back of the screen's own, before it reopens anything; false when there is nothing of that kind. */
  readonly takeBack?: (row: Row) => boolean;
}

/** A form that stays with the record it was opened for. */
interface Form<Row> {
  readonly opened: number;
  readonly kind: WordedAction;
  readonly row: Row;
  readonly hasLeft: boolean;
  /** `updatedAt` of its record when it was opened: what was written was written about that. */
  readonly seen?: string | undefined;
}

/** The open form of a list, on each screen that shows it, for one profile: it is open again once the lock is. */
export function triageForms<Row>() {
  const useForm = draftsOf<Form<Row> | null>();
  return function useOpenForm() {
    const [path] = useHashLocation();
    return useForm(`${useUi().profile} ${path}`, null);
  };
}

/** The queue over one table. */
export function useTriage<Row>(queue: Queue<Row>): Triaging<Row> {
  const { subjectOf, me } = queue;
  const cursor = useRef<GridCursor<Row>>(null);
  const [form, setForm] = queue.form;
  const { row, reach, rowNow } = useRow(form);
  const [isClosed, setClosed] = useState(true);
  const openings = useRef(form?.opened ?? 0);
  const inHand = form?.row ?? row;
  const subject = inHand === null ? null : subjectOf(inHand);
  const back = useWayBack(cursor, form);
  const { said, say, failure, forget, run } = useDeeds(queue, cursor, back, form, setForm);
  const ask = (kind: WordedAction): void => {
    const present = rowNow();
    if (present === null) return;
    const about = subjectOf(present);
    const wrong = form === null ? unfit(kind, about) : 'what you write is not saved yet. Esc leaves it.';
    if (wrong !== null) return say(`${about.name}: ${wrong}`);
    setClosed(false);
    forget();
    openings.current += 1;
    setForm({ opened: openings.current, kind, row: present, hasLeft: false, seen: about.updatedAt });
  };
  const close = (): void => {
    if (form === null) setClosed(true);
    setForm(null);
    forget();
    // A form that came back with the lock was opened before this table had a row under its cursor; until the table has, the form's is the one in hand.
    const rowId = row === null ? subject?.rowId : undefined;
    if (row === null && form !== null) reach(form.row);
    requestAnimationFrame(() => back(form, true, rowId));
  };
  const assign = (): void => {
    const present = rowNow();
    if (present === null || form !== null) return;
    const about = subjectOf(present);
    if (about.id === null) say(`${about.name}: ${idleWords(about)}`);
    else if (me === null) say('Whose name to write is not read yet.');
    else void run(about, { kind: 'assign', assignee: about.assignee === me ? null : me });
  };
  useKey('r', () => ask('resolve'));
  useKey('u', () => {
    const present = rowNow();
    if (form !== null || present === null || queue.takeBack?.(present) !== true) ask('reopen');
  });
  useKey('n', () => ask('note'));
  useKey('t', () => ask('assign'));
  useKey('d', () => ask('due'));
  useKey('a', assign);
  useKey('j', () => cursor.current?.step(1));
  useKey('k', () => cursor.current?.step(-1));
  useKey('Escape', close);
  return {
    cursor,
    row: inHand,
    rowNow,
    subject,
    asking: form?.kind ?? null,
    hasLeft: form?.hasLeft ?? false,
    isBusy: queue.acting.busy,
    failure,
    said,
    say,
    toTable: () => back(null, true),
    ask,
    assign,
    close,
    isOpen: form !== null || (row !== null && !isClosed),
    submit: (action) => {
      if (subject !== null) void run(subject, action);
    },
    onOpen: () => setClosed(false),
    onCursor: (next) => {
      reach(next);
      if (form === null) forget();
      setForm((open) => (open === null ? null : { ...open, ...seenAgain(open, next, cursor.current, subjectOf) }));
      // The first row under the cursor opens the panel; once closed it stays closed until it is asked for.
      if (row === null && next !== null) setClosed(false);
      if (next === null) requestAnimationFrame(keepKeyboard);
    },
  };
}

/** The row under the cursor: as the window draws it, and as it is at this moment. */
function useRow<Row>(form: Form<Row> | null) {
  const [row, setRow] = useState<Row | null>(null);
  const reached = useRef<Row | null>(null);
  const reach = (next: Row | null): void => {
    reached.current = next;
    setRow(next);
  };
  return { row, reach, rowNow: (): Row | null => form?.row ?? reached.current };
}

/** Carrying out, one deed at a time, and what is said of it. */
function useDeeds<Row>(
  queue: Queue<Row>,
  cursor: RefObject<GridCursor<Row> | null>,
  back: ReturnType<typeof useWayBack<Row>>,
  form: Form<Row> | null,
  setForm: Dispatch<SetStateAction<Form<Row> | null>>,
) {
  const { subjectOf, acting, onDone } = queue;
  /** Rows that were resolved here: the table may show them open until it has read its list again. */
  const resolved = useRef(new Set<string>());
  /** By exception, the latest change that whoever sits here has made, or was told of. */
  const known = useRef(new Map<string, string>());
  const [failure, setFailure] = useState<Failure | null>(null);
  const [said, say] = useState('');
  const here = useLatest(queue);
  const run = async (subject: TriageSubject, action: ExceptionAction): Promise<void> => {
    if (subject.id === null) return;
    setFailure(null);
    const { id } = subject;
    const seen = laterOf(form?.seen ?? subject.updatedAt, known.current.get(id));
    const answer = await acting.run([id], action, seen === undefined ? undefined : { [id]: seen });
    if (answer === null) return;
    if (answer.failure !== null) {
      setFailure(answer.failure);
      requestAnimationFrame(keepKeyboard);
      return;
    }
    const [{ result, by, at } = NOT_THERE] = answer.results;
    if (at !== undefined) known.current.set(id, at);
    const isResolved = action.kind === 'resolve' && result === 'done';
    if (isResolved) resolved.current.add(subject.rowId);
    if (action.kind === 'reopen') resolved.current.delete(subject.rowId);
    const next = isResolved ? nextOpen(cursor.current, resolved.current, subjectOf) : null;
    const then = !isResolved ? '' : next === null ? lastWords(here.current, cursor.current) : `Next: ${next.name}.`;
    const words = result === 'changed-since' ? conflict(subject, by) : sentence(subject, action, result, queue.me);
    say(`${words} ${then}`.trim());
    onDone();
    // What was written for nothing is not thrown away: the form stays, and Esc leaves it.
    if (form !== null && result !== 'done' && result !== 'unchanged') return;
    // Another form may be open by now; this one may have been read anew.
    setForm((open) => (open?.opened === form?.opened ? null : open));
    requestAnimationFrame(() => back(form, form !== null, next?.rowId ?? subject.rowId));
  };
  return { said, say, failure, forget: () => setFailure(null), run };
}

/**
 * The form that had the keyboard (`ended`) is gone with the next drawing, and a button that was busy may have lost it; the table takes it. Not from a form
 * that a key has opened before that drawing: whoever is quick writes in it already.
 */
function useWayBack<Row>(cursor: RefObject<GridCursor<Row> | null>, form: Form<Row> | null) {
  const now = useLatest(form);
  return (ended: Form<Row> | null, wasForm: boolean, rowId?: string): void => {
    const isWriting = now.current !== null && now.current.opened !== ended?.opened;
    if (isWriting && !isKeyboardLost()) return;
    if (wasForm && rowId !== undefined && cursor.current?.moveTo(rowId) === true) return;
    if (wasForm || isKeyboardLost()) cursor.current?.focus();
  };
}

/** Without a row to go to the keyboard begins at the screen, not at the top of the window. */
function keepKeyboard(): void {
  if (isKeyboardLost()) document.querySelector<HTMLElement>('main')?.focus();
}

function isKeyboardLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** What the table has read anew of the record whose form is open. */
function seenAgain<Row>(
  open: Form<Row>,
  next: Row | null,
  cursor: GridCursor<Row> | null,
  subjectOf: (row: Row) => TriageSubject,
): Pick<Form<Row>, 'row' | 'hasLeft'> {
  const { rowId } = subjectOf(open.row);
  if (next !== null && subjectOf(next).rowId === rowId) return { row: next, hasLeft: false };
  return { row: open.row, hasLeft: cursor?.has(rowId) !== true };
}

/**
 * The next open one of the rows that are read, from the cursor on. Where that is only the table knows: the record may have left already, with
 * the next one in its place, while the screen still shows the one that was done. Rows `resolved` here that it still shows open are passed over.
 */
function nextOpen<Row>(
  cursor: GridCursor<Row> | null,
  resolved: Set<string>,
  subjectOf: (row: Row) => TriageSubject,
): TriageSubject | null {
  const open = (cursor?.around() ?? []).map(subjectOf).filter(({ state }) => state === 'open');
  // What the table has seen resolved or gone since can come back open only by somebody's deed.
  for (const rowId of resolved) if (!open.some((subject) => subject.rowId === rowId)) resolved.delete(rowId);
  return open.find(({ rowId }) => !resolved.has(rowId)) ?? null;
}

/** The table holds a part of a long list, and a filter a part of what there is: neither is all. */
function lastWords<Row>({ isNarrowed }: Queue<Row>, cursor: GridCursor<Row> | null): string {
  if (cursor?.isWhole() !== true) return 'None of the other rows that are read is open; scroll on for the rest.';
  return isNarrowed ? 'That was the last open one that matches the filters.' : 'That was the last open one.';
}

/** Why a row has no exception to work on. */
export function idleWords({ idle }: TriageSubject): string {
  return idle ?? 'Reconciliation has not looked at this record yet; it can be worked on after its next run.';
}

function unfit(kind: WordedAction, subject: TriageSubject): string | null {
  const { id, state } = subject;
  if (id === null) return idleWords(subject);
  if (kind === 'resolve' && state === 'resolved') return 'resolved already. U reopens it.';
  return kind === 'reopen' && state === 'open' ? 'open already.' : null;
}

const NOT_THERE: { readonly result: ActionResult; readonly by?: string; readonly at?: string } = {
  result: 'not-found',
};

/** The loser of a conflict is told who was first; the form stays with what was written, and is sent by the next press. */
function conflict({ name }: TriageSubject, by: string | undefined): string {
  const who = by === undefined ? 'the console' : plainText(by);
  return `${name}: ${who} has changed it meanwhile, so nothing was done. Look at it again; what you wrote is still here.`;
}

function sentence({ name }: TriageSubject, action: ExceptionAction, result: ActionResult, me: string | null): string {
  if (result !== 'done') return `${name}: ${RESULT_WORDS[result]}.`;
  if (action.kind === 'assign') {
    const { assignee } = action;
    return `${name}: ${assignee === null ? 'given back' : assignee === me ? 'yours now' : `given to ${plainText(assignee)}`}.`;
  }
  if (action.kind === 'due') return `${name}: ${action.due === null ? 'no day any more' : `due ${action.due}`}.`;
  if (action.kind !== 'resolve') return `${name} ${ACTION_WORDS[action.kind]}.`;
  return `${name} resolved (${REASON_WORDS[action.reason].name.toLowerCase()}).`;
}
