// Resending the webhook of one invoice: a click makes one intent and one call, a confirmation repeats the call under
// the same intent, and whatever is open is followed by events and by reading. Nothing here sends by itself.
import { useCallback, useEffect, useReducer } from 'react';
import type { Result } from '../../../../domain/failure.ts';
import type { CallOutput } from '../../../../contract/calls.ts';
import { useAction, useCall, useCalls, useEvent, useProfile } from '../../../bridge/index.ts';
import { IDLE, mayStart, type ResendState, resendReducer } from './resend-state.ts';

/** How often an open or lost intent is read while it is on screen, besides the events about it. */
const LOOK_EVERY_MS = 4_000;

/** Shown as what is under way, whoever made it. */
const UNDER_WAY: ReadonlySet<string> = new Set(['waiting', 'resolving', 'restored']);

export interface Resend {
  readonly state: ResendState;
  /** All intents of the invoice, newest first. */
  readonly past: CallOutput<'resends.ofInvoice'>['resends'];
  readonly start: () => void;
  readonly confirm: () => void;
  readonly decline: () => void;
  /** A call is under way; a confirmation has to wait for it. */
  readonly isAsking: boolean;
}

/** The resend of one invoice's latest delivery. */
export function useResend(invoiceUuid: string): Resend {
  const [state, step] = useReducer(resendReducer, IDLE);
  const { id: profileId } = useProfile();
  const history = useCall('resends.ofInvoice', { invoiceUuid }, { refreshOn: ['deliveries'] });
  const { run, busy } = useAction('deliveries.resend');
  const call = useCallback(
    async (intentId: string, confirmed: boolean) => {
      const result = await run({ invoiceUuid, intentId, ...(confirmed ? { confirmed } : {}) });
      if (result === null) return;
      if (result.ok) step({ kind: 'reported', report: result.value });
      else step({ kind: 'call-failed', intentId, failure: result.failure });
    },
    [run, invoiceUuid],
  );
  useEvent('resend.changed', (report, profile) => {
    if (report.invoiceUuid !== invoiceUuid || (profile !== null && profile !== profileId)) return;
    step({ kind: 'reported', report });
    history.refresh();
  });
  const open = history.data?.resends.find(({ outcome }) => UNDER_WAY.has(outcome));
  useEffect(() => {
    if (open !== undefined) step({ kind: 'reported', report: open });
  }, [open]);
  useFollow(state, step);
  return {
    state,
    isAsking: busy,
    past: history.data?.resends ?? [],
    start: () => {
      if (!mayStart(state)) return;
      const intentId = crypto.randomUUID();
      step({ kind: 'clicked', intentId });
      void call(intentId, false);
    },
    confirm: () => {
      if (state.kind !== 'confirming') return;
      step({ kind: 'confirmed' });
      void call(state.intentId, true);
    },
    decline: () => step({ kind: 'declined' }),
  };
}

/** Reads an intent whose end is not known yet, until it is. */
function useFollow(state: ResendState, step: (next: Parameters<typeof resendReducer>[1]) => void): void {
  const { run } = useCalls();
  // What was sent is followed until its attempt has an end.
  const isUnderWay = state.kind === 'ended' && state.report.attempt?.state === 'under-way';
  const intentId = state.kind === 'open' || state.kind === 'lost' || isUnderWay ? state.intentId : null;
  useEffect(() => {
    if (intentId === null) return undefined;
    let gone = false;
    const look = async (): Promise<void> => {
      const result: Result<CallOutput<'resends.get'>> = await run('resends.get', { intentId });
      if (gone) return;
      if (result.ok) step({ kind: 'reported', report: result.value });
      else if (result.failure.kind === 'not-found') step({ kind: 'looked-up-in-vain', intentId });
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [intentId, run, step]);
}
