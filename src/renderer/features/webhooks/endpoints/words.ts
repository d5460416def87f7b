// How much of what was sent to an endpoint arrived, and how long it took, in words. Pure.
import type { HostHealth } from '../../../../domain/webhooks/delivery-list.ts';
import { grouped } from '../../../ui/index.ts';

/** "98.4 %" of the attempts; rounded down, so that "100 %" means every one. Null without any. */
export function successShare({ succeeded, attempts }: Pick<HostHealth, 'succeeded' | 'attempts'>): string | null {
  if (attempts === 0) return null;
  return `${grouped(Math.floor((succeeded / attempts) * 1000) / 10)} %`;
}

/** "812 ms", "12.4 s"; a dash when no attempt has a duration on record. */
export function millisecondsWords(ms: number | null): string {
  if (ms === null) return '—';
  return ms < 10_000 ? `${grouped(ms)} ms` : `${grouped(Math.floor(ms / 100) / 10)} s`;
}
