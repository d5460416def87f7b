/**
 * A shop's week in numbers: orders with a daily and a weekly rhythm, their webhooks with the API's retries, ordinary failures. Seeded. Not here: the laws
 * that are held against it (domain/webhooks/receiver-health, domain/records/payment-health).
 */
import type { MadeAttempt } from '../../../src/domain/webhooks/receiver-health.ts';
import { seeded } from '../seeded.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const WEEK_MS = 7 * 24 * HOUR_MS;
const RETRIES_MS = [1, 5, 30, 120, 360, 720].map((minutes) => minutes * MINUTE_MS);

/** Between 0.03 in the night and 1 in the evening; half of that at the weekend. */
export function rhythm(atMs: number): number {
  const hour = (atMs / HOUR_MS) % 24;
  const day = Math.floor(atMs / (24 * HOUR_MS)) % 7;
  const ofDay = 0.03 + 0.97 * Math.max(0, Math.sin((Math.PI * (hour - 6)) / 18)) ** 1.5;
  return ofDay * (day >= 5 ? 0.5 : 1);
}

/** Instants of a process whose rate is `perMinute` times the rhythm, from `fromMs` to `toMs`. */
export function* arrivals(random: () => number, perMinute: number, fromMs: number, toMs: number): Generator<number> {
  for (let at = fromMs; ; ) {
    at += (-Math.log(1 - random()) / perMinute) * MINUTE_MS;
    if (at >= toMs) return;
    if (random() < rhythm(at)) yield at;
  }
}

export interface ShopWeek {
  /** Orders a minute in the busiest hour. */
  readonly perMinute: number;
  /** Of all attempts. */
  readonly failures: number;
  /** Orders whose own address never answers. */
  readonly ownAddress: number;
  /** The receiver is started anew so often a week, and away for as long as `awayMs`. */
  readonly restarts: number;
  readonly awayMs: number;
  /** The receiver is down, from and to. */
  readonly down?: readonly [number, number];
  /** Of the attempts while it is down; absent: all. */
  readonly downShare?: number;
}

/** All attempts of a week in the order in which they were made. */
export function attemptsOfWeek(seed: number, shop: ShopWeek): readonly MadeAttempt[] {
  const random = seeded(seed);
  const away = Array.from({ length: shop.restarts }, () => random() * WEEK_MS);
  const isAway = (at: number): boolean => away.some((from) => at >= from && at < from + shop.awayMs);
  const isDown = (at: number): boolean =>
    shop.down !== undefined && at >= shop.down[0] && at < shop.down[1] && random() < (shop.downShare ?? 1);
  const attempts: MadeAttempt[] = [];
  let orders = 0;
  for (const begun of arrivals(random, shop.perMinute, 0, WEEK_MS)) {
    const order = `order-${(orders += 1)}`;
    const isOwn = random() < shop.ownAddress;
    let atMs = begun;
    for (const waitMs of [0, ...RETRIES_MS]) {
      atMs += waitMs;
      const isSuccess = !isOwn && !isAway(atMs) && !isDown(atMs) && random() >= shop.failures;
      const cause = isSuccess ? null : isOwn ? 'client-error' : 'refused';
      attempts.push({ order, atMs, isSuccess, isFirst: atMs === begun, cause });
      if (isSuccess) break;
    }
  }
  return attempts.sort((a, b) => a.atMs - b.atMs);
}
