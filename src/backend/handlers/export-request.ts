/** From what `exports.start` is asked to what an export needs: bounds of periods, and what was locked of them. */
import type { CallInput } from '../../contract/calls.ts';
import { DEFAULT_TOLERANCE } from '../../domain/take-rate.ts';
import type { ExportRequest } from '../jobs/export-request.ts';
import type { CallContext } from './handler.ts';
import { boundsOf, boundsOrNull, closeIdOf, lockedStatementOf } from './statement.ts';

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
      return { ...asked, period, typed, locked: await lockedStatementOf(period, context) };
    }
    case 'statement-rows': {
      const { period, ...asked } = request;
      return { ...asked, bounds: boundsOf(period), closeId: await closeIdOf(period, context) };
    }
    case 'take-rates': {
      const { period, tolerance = DEFAULT_TOLERANCE, ...asked } = request;
      return { ...asked, bounds: boundsOrNull(period), tolerance };
    }
    case 'take-rate-rows': {
      const { period, tolerance = DEFAULT_TOLERANCE, method = null, estimate = null, ...asked } = request;
      return { ...asked, bounds: boundsOrNull(period), tolerance, method, estimate };
    }
    case 'prior-period': {
      const { closeId, ...asked } = request;
      return { ...asked, closeId };
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
