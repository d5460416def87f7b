// A sheet that comes back: handed over, checked, applied once; after a lost answer the same intent is sent again, which
// does nothing twice.
import { screenPath } from '../../../../domain/screens.ts';
import { useRef, useState } from 'react';
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import type { SheetRowResult } from '../../../../domain/exception-sheet.ts';
import type { Failure, Result } from '../../../../domain/failure.ts';
import {
  type CallState,
  everyRow,
  type HandingOver,
  useAction,
  useBridge,
  useCall,
  useHandedFile,
  useProfile,
} from '../../../bridge/index.ts';
import { failureWords, type News, tellNews, useIsHere } from '../../../ui/index.ts';
import { sheetEndWords } from './sheet-words.ts';

export type SheetReport = CallOutput<'exceptions.checkSheet'>;

/** Rows on a page of the report. */
export const SHEET_PAGE = 50;

/** Which rows of the report are shown. */
export interface Shown {
  readonly result: SheetRowResult | null;
  readonly offset: number;
}
const ALL: Shown = { result: null, offset: 0 };

export interface Sheet {
  readonly handing: HandingOver;
  readonly shown: Shown;
  readonly show: (shown: Shown) => void;
  /** What it would do. */
  readonly check: CallState<SheetReport>;
  /** What it has done; null before. */
  readonly applied: SheetReport | null;
  readonly isBusy: boolean;
  readonly failure: Failure | null;
  readonly apply: () => void;
  /** Every row of what was done, for the clipboard; null when they could not be read. */
  readonly allRows: () => Promise<SheetReport['rows'] | null>;
}

/** `onDone` as soon as something may have been done. */
export function useSheet(onDone: () => void): Sheet {
  const handing = useHandedFile();
  const fileId = handing.state.kind === 'there' ? handing.state.file.fileId : null;
  const [shown, setShown] = useState<Shown>(ALL);
  const page = pageOf(shown);
  const check = useCall(
    'exceptions.checkSheet',
    { fileId: fileId ?? '-', ...page },
    { enabled: fileId !== null, of: fileId ?? '' },
  );
  const applying = useApplied(fileId, onDone);
  return {
    handing: {
      ...handing,
      give: (file) => {
        setShown(ALL);
        applying.forget();
        handing.give(file);
      },
    },
    shown,
    show: (next) => {
      // The page that is on its way is shown first.
      if (applying.isBusy) return;
      setShown(next);
      applying.read(next);
    },
    check,
    applied: applying.report,
    isBusy: applying.isBusy,
    failure: applying.failure,
    apply: () => {
      setShown(ALL);
      applying.read(ALL, 'first');
    },
    allRows: applying.allRows,
  };
}

function pageOf({ result, offset }: Shown): Pick<CallInput<'exceptions.checkSheet'>, 'results' | 'offset' | 'limit'> {
  return { ...(result === null ? {} : { results: [result] }), offset, limit: SHEET_PAGE };
}

interface Applied {
  readonly report: SheetReport | null;
  readonly isBusy: boolean;
  readonly failure: Failure | null;
  /** Applies it (`first`), or reads another page of what that has done. */
  readonly read: (shown: Shown, which?: 'first') => void;
  readonly allRows: Sheet['allRows'];
  readonly forget: () => void;
}

function useApplied(fileId: string | null, onDone: () => void): Applied {
  const bridge = useBridge();
  const profile = useProfile().id;
  const { run, busy } = useAction('exceptions.applySheet');
  const isHere = useIsHere();
  /** Of this file: the same for every page and for every try. */
  const intent = useRef<{ readonly fileId: string; readonly id: string } | null>(null);
  const [report, setReport] = useState<SheetReport | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const send = async (of: string, shown: Shown, isFirst: boolean): Promise<void> => {
    setFailure(null);
    if (intent.current?.fileId !== of) intent.current = { fileId: of, id: crypto.randomUUID() };
    const answer = await run({ intentId: intent.current.id, fileId: of, ...pageOf(shown) });
    if (answer === null) return;
    if (answer.ok) setReport(answer.value);
    else setFailure(answer.failure);
    onDone();
    if (isFirst && !isHere()) tellNews(sheetNews(intent.current.id, answer, profile));
  };
  return {
    report,
    isBusy: busy,
    failure,
    forget: () => {
      setReport(null);
      setFailure(null);
    },
    read: (shown, which) => {
      if (fileId === null || (which !== 'first' && report === null)) return;
      void send(fileId, shown, which === 'first');
    },
    allRows: async () => {
      const { current } = intent;
      if (current === null || profile === null) return null;
      const { id: intentId, fileId: of } = current;
      const all = await everyRow(
        (part) => bridge.call('exceptions.applySheet', { intentId, fileId: of, ...part }, { profile }),
        ({ line }) => `${line}`,
      );
      return all.ok ? [...all.value] : null;
    },
  };
}

/** For whoever has left meanwhile. */
function sheetNews(intentId: string, answer: Result<SheetReport>, profile: string | null): News {
  const { tone, words } = answer.ok
    ? sheetEndWords(answer.value)
    : ({ tone: 'warn', words: failureWords(answer.failure).sentence } as const);
  return {
    // Asked again it may end otherwise.
    id: `${intentId} ${crypto.randomUUID()}`,
    tone,
    title: answer.ok ? 'The sheet of exceptions is applied' : 'No answer about the sheet of exceptions',
    words: answer.ok ? `${words}.` : `${words} The same sheet again does nothing twice.`,
    link: { label: 'Exceptions', path: screenPath('exceptions') },
    profile,
  };
}
