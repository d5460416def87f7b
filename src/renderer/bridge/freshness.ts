/**
 * Keeps what is on screen in step with the mirror: queries name the kinds of rows they show and are read again when those
 * change, at most once a second. Not here: the queries (use-call.ts).
 */
import type { QueryClient } from '@tanstack/react-query';
import type { EventData } from '../../contract/events.ts';
import type { EventHub } from './event-hub.ts';

/** The kinds of rows the mirror reports changes of. */
export type MirrorKind = EventData<'mirror.changed'>['kinds'][number];

const THROTTLE_MS = 1_000;

export interface Throttled {
  (): void;
  readonly stop: () => void;
}

/** First call at once, then at most one a second with everything that came meanwhile. */
export function throttled(run: () => void, everyMs: number = THROTTLE_MS): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const fire = (): void => {
    again = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (again) fire();
    }, everyMs);
    run();
  };
  const ask = (): void => {
    if (timer === undefined) fire();
    else again = true;
  };
  return Object.assign(ask, { stop: () => clearTimeout(timer) });
}

/** Reads the kinds a query was marked with (its `meta`). */
function kindsOf(meta: Readonly<Record<string, unknown>> | undefined): readonly unknown[] {
  const kinds = meta?.['refreshOn'];
  return Array.isArray(kinds) ? kinds : [];
}

/** Invalidates queries as events come; returns how to stop. */
export function keepFresh(hub: EventHub, client: QueryClient): () => void {
  const pending = new Map<string | null, Set<MirrorKind>>();
  const flush = throttled(() => {
    const changed = [...pending];
    pending.clear();
    for (const [profile, kinds] of changed) {
      void client.invalidateQueries({
        predicate: ({ queryKey, meta }) =>
          (profile === null || queryKey[1] === profile) && kindsOf(meta).some((kind) => isIn(kinds, kind)),
      });
    }
  });
  const stops = [
    hub.on('mirror.changed', ({ kinds }, profile) => {
      const known = pending.get(profile) ?? new Set();
      for (const kind of kinds) known.add(kind);
      pending.set(profile, known);
      flush();
    }),
    hub.on('profiles.changed', () => void client.invalidateQueries({ predicate: ({ queryKey }) => isAbout(queryKey) })),
    hub.on('settings.changed', () => void client.invalidateQueries({ queryKey: ['call', null, 'settings.get'] })),
    hub.onGap(() => void client.invalidateQueries()),
    flush.stop,
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function isIn(kinds: ReadonlySet<string>, kind: unknown): boolean {
  return typeof kind === 'string' && kinds.has(kind);
}

/** Profiles, keys and everything read with them. */
function isAbout(queryKey: readonly unknown[]): boolean {
  return queryKey[2] === 'profiles.list' || queryKey[2] === 'vault.status' || queryKey[2] === 'sync.status';
}
