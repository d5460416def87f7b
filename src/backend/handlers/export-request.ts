/** From what `exports.start` is asked to what an export needs: bounds of periods, and what was locked of them. */
import type { CallInput } from '../../contract/calls.ts';
import { requireBounds } from '../../domain/period.ts';
import { DEFAULT_TOLERANCE } from '../../domain/take-rate.ts';
import type { ExportRequest } from '../jobs/export-request.ts';
import type { CallContext } from './handler.ts';
import { boundsOrNull, closeIdOf } from './statement.ts';

/** Nothing is computed here: a statement that is open is, by the job. */
export async function exportRequestOf(
  request: CallInput<'exports.start'>,
  context: CallContext,
): Promise<ExportRequest> {
  switch (request.kind) {
    case 'tie-rows': {
      const { period, coverage, currency, ...asked } = request;
      return { ...asked, bounds: boundsOrNull(period), coverage, currency };
    }
    case 'statement': {
      const { period, typed = [], ...asked } = request;
      return { ...asked, period, typed, closeId: await closeIdOf(period, context) };
    }
    case 'movements':
      return { ...request, closeId: await closeIdOf(request.period, context) };
    case 'statement-rows': {
      const { period, ...asked } = request;
      return { ...asked, bounds: requireBounds(period), closeId: await closeIdOf(period, context) };
    }
    case 'take-rates': {
      const { period, tolerance = DEFAULT_TOLERANCE, ...asked } = request;
      return { ...asked, bounds: boundsOrNull(period), tolerance };
    }
    case 'take-rate-rows': {
      const {
        period,
        tolerance = DEFAULT_TOLERANCE,
        method = null,
        currency = null,
        estimate = null,
        ...asked
      } = request;
      return { ...asked, bounds: boundsOrNull(period), tolerance, method, currency, estimate };
    }
    case 'prior-period': {
      const { closeId, token, seenFrom, seenTo, ...asked } = request;
      return { ...asked, closeId, token, seenFrom, seenTo };
    }
    case 'invoices':
    case 'adjusted':
    case 'withdrawals':
    case 'deliveries':
    case 'resend-report':
    case 'activity':
    case 'late-changes':
    case 'quarantine':
    case 'rates':
    case 'payment-methods':
    case 'exceptions':
    case 'close':
      return request;
  }
}
