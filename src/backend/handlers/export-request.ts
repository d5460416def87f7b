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
  if (request.kind === 'tie-rows') {
    const { period, coverage, currency, ...asked } = request;
    return { ...asked, bounds: boundsOrNull(period), coverage, currency };
  }
  if (request.kind === 'statement') {
    const { period, typed = [], ...asked } = request;
    return { ...asked, period, typed, closeId: await closeIdOf(period, context) };
  }
  if (request.kind === 'movements') return { ...request, closeId: await closeIdOf(request.period, context) };
  if (request.kind === 'statement-rows') {
    const { period, ...asked } = request;
    return { ...asked, bounds: requireBounds(period), closeId: await closeIdOf(period, context) };
  }
  if (request.kind === 'take-rates') {
    const { period, tolerance = DEFAULT_TOLERANCE, ...asked } = request;
    return { ...asked, bounds: boundsOrNull(period), tolerance };
  }
  if (request.kind === 'take-rate-rows') {
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
  if (request.kind === 'prior-period') {
    const { closeId, token, seenFrom, seenTo, ...asked } = request;
    return { ...asked, closeId, token, seenFrom, seenTo };
  }
  return request;
}
