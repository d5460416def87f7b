/**
 * Reading webhook deliveries and their attempts (specification, "Webhook delivery"). No column of that table is marked as
 * required, so only the id is indispensable.
 */
import type { Attempt, Delivery } from '../../../domain/delivery.ts';
import { isObject } from '../json.ts';
import { BODY_UNITS, type Fields, type Reading, readRecord } from './fields.ts';

/** A delivery with more attempts than this is cut; seven are usual. */
const MAX_ATTEMPTS = 500;

/** One delivery with its attempts. */
export function readDelivery(source: unknown): Reading<Delivery> {
  return readRecord('delivery', source, deliveryOf);
}

function deliveryOf(fields: Fields): Delivery {
  const delivery = {
    uuid: fields.requiredUuid('uuid'),
    business_uuid: fields.text('business_uuid', 64),
    invoice_uuid: fields.text('invoice_uuid', 64),
    event: fields.text('event'),
    status: fields.text('status'),
    attempts: fields.integer('attempts'),
    max_attempts: fields.integer('max_attempts'),
    resend_count: fields.integer('resend_count'),
    next_attempt_at: fields.text('next_attempt_at'),
    created_at: fields.text('created_at'),
    updated_at: fields.text('updated_at'),
    target_url: fields.text('target_url'),
    payload: fields.anyObject('payload', BODY_UNITS),
    attempts_history: readAttempts(fields),
    last_status_code: fields.integer('last_status_code'),
    last_error: fields.text('last_error'),
    delivered_at: fields.text('delivered_at'),
  };
  return { ...delivery, extra: fields.extra() };
}

function readAttempts(fields: Fields): readonly Attempt[] {
  const sources = fields.list('attempts_history');
  if (sources.length > MAX_ATTEMPTS) fields.note('attempts_history', `cut to ${MAX_ATTEMPTS} attempts`);
  const attempts: Attempt[] = [];
  // The newest attempts decide what a resend did, so the end of the list is what is kept.
  for (const source of sources.slice(-MAX_ATTEMPTS)) {
    if (isObject(source)) attempts.push(attemptOf(fields.nested('attempts_history', source)));
    else fields.note('attempts_history', 'an attempt is not an object');
  }
  return attempts;
}

function attemptOf(fields: Fields): Attempt {
  return {
    attempt_number: fields.integer('attempt_number'),
    round: fields.integer('round'),
    triggered_by: fields.text('triggered_by'),
    success: fields.boolean('success'),
    duration_ms: fields.integer('duration_ms'),
    created_at: fields.text('created_at'),
    triggered_uuid_user: fields.text('triggered_uuid_user'),
    status_code: fields.integer('status_code'),
    response_body: fields.text('response_body', BODY_UNITS),
    error: fields.text('error'),
  };
}
