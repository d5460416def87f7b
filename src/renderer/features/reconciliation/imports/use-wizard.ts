// The state of the way from a file to an import: the file that was handed over, how it is read, what was said about it, the check and the import.
import { type SaidFormat } from '../../../parts/index.ts';
import { useEffect, useRef, useState } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import type { SourceKind } from '../../../../domain/ledger/entry.ts';
import type { Result } from '../../../../domain/kernel/failure/failure.ts';
import type { Mapping, Tolerances } from '../../../../domain/ledger/import.ts';
import { type CallState, useCall, useHandedFile, useImport, useStoppable } from '../../../bridge/index.ts';
import { navigateTo, useRouteFilters, useUi } from '../../../ui/index.ts';
import {
  type CheckInput,
  chosenSource,
  claimOf,
  type ImportDraft,
  emptyDraft,
  fitMapping,
  saidOf,
  type SavedSource,
  type WizardStep,
  stepIn,
} from './wizard.ts';

type Inspected = CallOutput<'imports.inspect'>;
type Checked = CallOutput<'imports.check'>;

export interface WizardReading {
  readonly inspection: Inspected['inspection'];
  /** How it looks by itself, without its source and what was said; null while that is not known. */
  readonly guess: Inspected['inspection'] | null;
  /** It is of what was said before; the new look is under way. */
  readonly isOld: boolean;
  readonly source: SavedSource | null;
  readonly mapping: Mapping;
  readonly tolerances: Tolerances;
}

/** The wizard of this screen. The step stands in the address; the file cannot, so without one the first step is shown. */
export function useWizard() {
  const route = useRouteFilters();
  const { timeZone } = useUi();
  const kind: SourceKind = route.text('kind') === 'wallet' ? 'wallet' : 'orders';
  const handing = useHandedFile();
  const [kept, setDraft] = useState<ImportDraft>(() => emptyDraft(kind, crypto.randomUUID()));
  // What was said of orders says nothing of a wallet.
  const draft = kept.kind === kind ? kept : emptyDraft(kind, kept.newId);
  const file = handing.state.kind === 'there' ? handing.state.file : null;
  const sources = useCall('sources.list', {}, { refreshOn: ['imports'] });
  const guess = useLook(file?.fileId ?? null, kind, timeZone, {});
  const ours = sources.data?.sources.filter((one) => one.kind === kind) ?? [];
  const source = chosenSource(draft.choice, ours, guess.data?.sourceId ?? null);
  const look = useLook(file?.fileId ?? null, kind, timeZone, saidOf(source, draft.said));
  // A format that cannot be read so leaves the guess in view, to be put right.
  const inspection = file === null ? undefined : (look.data ?? guess.data)?.inspection;
  const reading =
    inspection === undefined
      ? null
      : {
          inspection,
          guess: guess.data?.inspection ?? null,
          isOld: look.isPrevious || look.data === undefined,
          source,
          mapping: fitMapping(draft.mapping ?? source?.mapping ?? inspection.mapping, inspection.columns),
          tolerances: draft.tolerances ?? source?.tolerances ?? {},
        };
  const input =
    file === null || reading === null
      ? null
      : {
          fileId: file.fileId,
          sourceId: source?.id ?? null,
          kind,
          format: reading.inspection.format,
          mapping: reading.mapping,
          tolerances: reading.tolerances,
          covers: claimOf(draft.covers),
        };
  const check = useCheck(input);
  const isSaid = JSON.stringify(draft.covers) === JSON.stringify(draft.coversSaid);
  const asSaid = useAsSaid(
    JSON.stringify([input, claimOf(draft.coversSaid)], withoutCovers),
    isSaid ? check.answer : null,
  );
  const importing = useImport(handing.setTaken);
  const isListed = sources.data !== undefined || sources.failure !== undefined;
  useArrival(isListed ? (file?.fileId ?? null) : null, guess.data === undefined ? null : firstStep(source, look));
  return {
    step: file === null ? 'file' : stepIn(route.text('step')),
    handing,
    draft,
    change: (patch: Partial<ImportDraft>) => setDraft({ ...draft, ...patch }),
    say: (said: SaidFormat) => setDraft({ ...draft, said: { ...draft.said, ...said } }),
    sources,
    look,
    reading,
    input,
    check,
    /** The check of the days that were said, whichever of them are chosen now; null where it has not been made. */
    asSaid,
    importing,
  };
}

const withoutCovers = (name: string, value: unknown): unknown => (name === 'covers' ? undefined : value);

/** The last of these answers that was of the same. */
function useAsSaid(key: string, answer: Checked | null): Checked | null {
  const [kept, setKept] = useState<{ readonly key: string; readonly answer: Checked } | null>(null);
  if (answer !== null && (kept?.key !== key || kept.answer !== answer)) setKept({ key, answer });
  return kept?.key === key ? kept.answer : null;
}

export type Wizard = ReturnType<typeof useWizard>;

/** What a step past the first is made of. */
export interface StepProps {
  readonly wizard: Wizard;
  readonly reading: WizardReading;
}

/** A look at the file; what stands on screen meanwhile is of the same file, or nothing. */
function useLook(fileId: string | null, kind: SourceKind, timeZone: string, said: SaidFormat): CallState<Inspected> {
  const format = Object.keys(said).length === 0 ? {} : { format: said };
  const input = { fileId: fileId ?? '-', kind, timeZone, ...format };
  return useCall('imports.inspect', input, { enabled: fileId !== null, of: `${fileId} ${kind}` });
}

/** Where the way of a file begins that was looked at: at the check where its source is known and the file looks as remembered; null: not known yet. */
function firstStep(source: SavedSource | null, look: CallState<Inspected>): WizardStep | null {
  if (source === null || look.failure !== undefined) return 'columns';
  if (look.data === undefined || look.isPrevious) return null;
  return look.data.inspection.doubts.length === 0 ? 'check' : 'columns';
}

/** Once a file is there and was looked at, the screen goes on. */
function useArrival(fileId: string | null, step: WizardStep | null): void {
  const arrived = useRef<string | null>(null);
  useEffect(() => {
    if (fileId === null || step === null || arrived.current === fileId) return;
    arrived.current = fileId;
    goToStep(step);
  }, [fileId, step]);
}

/** Goes to a step of this screen; what else the address says stays. */
export function goToStep(step: WizardStep): void {
  navigateTo(stepHref(step));
}

/** The address of a step of this screen, without its hash sign. */
export function stepHref(step: WizardStep): string {
  const [path = '', query = ''] = window.location.hash.replace(/^#/, '').split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('step', step);
  return `${path}?${parameters.toString()}`;
}

/** The check of exactly this; one of something else counts for nothing. */
function useCheck(input: CheckInput | null) {
  const { isRunning, run, stop } = useStoppable('imports.check');
  // Without a result it was stopped.
  const [outcome, setOutcome] = useState<{ readonly key: string; readonly result: Result<Checked> | null } | null>(
    null,
  );
  const [running, setRunning] = useState<string | null>(null);
  const key = JSON.stringify(input);
  const mine = outcome?.key === key ? outcome : null;
  const isMine = isRunning && running === key;
  return {
    isRunning: isMine,
    answer: !isMine && mine?.result?.ok === true ? mine.result.value : null,
    failure: !isMine && mine?.result?.ok === false ? mine.result.failure : null,
    isStopped: !isMine && mine !== null && mine.result === null,
    run: () => {
      if (input === null) return;
      setRunning(key);
      setOutcome(null);
      void run(input).then((result) => {
        if (result !== null) setOutcome({ key, result });
      });
    },
    stop: () => {
      stop();
      setOutcome({ key, result: null });
    },
  };
}
