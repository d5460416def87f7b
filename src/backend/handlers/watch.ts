/** Handlers of the watch over the deliveries: how far it is, pausing, what goes first. It only reads, so every profile may. */
import type { CallOutput, ParsedInput } from '../../contract/calls.ts';
import { hostOf } from '../../domain/delivery-cause.ts';
import { FailureError } from '../../domain/failure.ts';
import { instantKey } from '../../domain/time.ts';
import type { Business } from '../engine/business.ts';
import type { IncidentWindow } from '../mirror/watch-answers.ts';
import type { HandlersFor } from './handler.ts';

export function watchHandlers(): HandlersFor<
  | 'watch.status'
  | 'watch.pause'
  | 'watch.resume'
  | 'watch.estimate'
  | 'watch.beginIncident'
  | 'watch.endIncident'
  | 'watch.look'
> {
  return {
    'watch.status': (_input, context) => watchStatus(context.business()),
    'watch.pause': async (_input, context) => {
      await context.business().watch.pause();
      return {};
    },
    'watch.resume': async (_input, context) => {
      await context.business().watch.resume();
      return {};
    },
    'watch.estimate': (input, context) => context.business().watch.estimate(windowOf(input)),
    'watch.beginIncident': async (input, context) => {
      const business = context.business();
      await business.watch.beginIncident(windowOf(input));
      return watchStatus(business);
    },
    'watch.endIncident': async (_input, context) => {
      await context.business().watch.endIncident();
      return {};
    },
    'watch.look': async ({ invoices }, context) => {
      context.business().watch.look(context.client, invoices);
      return {};
    },
  };
}

async function watchStatus(business: Business): Promise<CallOutput<'watch.status'>> {
  const { phase, reason, counts, incident, isIncidentRead, ...pace } = await business.watch.state();
  return {
    state: phase,
    reason: reason ?? undefined,
    read: counts.terminal - counts.unread,
    terminal: counts.terminal,
    unresolved: counts.unresolved,
    due: counts.due,
    etaSeconds: pace.etaSeconds ?? undefined,
    perMinute: pace.perMinute,
    limit: business.client.budget().limit,
    recentWithinSeconds: pace.recentWithinSeconds ?? undefined,
    failedWithinSeconds: pace.failedWithinSeconds ?? undefined,
    incident:
      incident === null
        ? undefined
        : {
            ...incident.window,
            state: isIncidentRead ? 'done' : 'reading',
            invoices: incident.invoices,
            read: incident.invoices - incident.unread,
            etaSeconds: pace.incidentEtaSeconds,
          },
  };
}

/** A window that begins before it ends, its host as the desk writes hosts; throws `invalid-input` for anything else. */
function windowOf({ from, to, host }: ParsedInput<'watch.estimate'>): IncidentWindow {
  const [begin, end] = [instantKey(from), instantKey(to)];
  if (begin === null || end === null || begin >= end) throw invalid('to', 'is not after the beginning');
  const named = host === undefined ? null : hostOf(`https://${host}`);
  if (host !== undefined && named === null) throw invalid('host', 'is no host');
  return { from: begin, to: end, host: named };
}

function invalid(path: string, message: string): FailureError {
  return new FailureError({ kind: 'invalid-input', issues: [{ path, message }] });
}
