// Why a snapshot (rates, catalogue) could not be read the last time, for its screen; lost with the console.
import { type Failure, failureLabel } from '../../../domain/kernel/failure/failure.ts';
import { fromEpochMs } from '../../../domain/kernel/time/time.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import type { JobContext, MirrorKind } from '../kernel/context.ts';

export type SnapshotKind = Extract<MirrorKind, 'rates' | 'paymentMethods'>;

export interface SnapshotTrouble {
  readonly failure: Failure;
  /** Of the first failure in a row, ISO UTC by this computer's clock. */
  readonly since: string;
  /** Of the last one, on the monotonic clock. */
  readonly triedAtMs: number;
}

const troubles = new WeakMap<Mirror, Map<SnapshotKind, SnapshotTrouble>>();

/** Null while the last reading succeeded, or none was tried. */
export function snapshotTrouble({ mirror }: Pick<JobContext, 'mirror'>, kind: SnapshotKind): SnapshotTrouble | null {
  return troubles.get(mirror)?.get(kind) ?? null;
}

/** The snapshot was read, and is announced by whoever stored it. */
export function snapshotRead({ mirror }: JobContext, kind: SnapshotKind): void {
  troubles.get(mirror)?.delete(kind);
}

/** It could not be read. Announced when that is new, not every time: who shows it asks again, which may be what fails. */
export function snapshotFailed(context: JobContext, kind: SnapshotKind, failure: Failure): void {
  // Given up by whoever asked: nothing was found out.
  if (failure.kind === 'cancelled') return;
  const { mirror, clock, announce, profileId } = context;
  const ofMirror = troubles.get(mirror) ?? new Map<SnapshotKind, SnapshotTrouble>();
  troubles.set(mirror, ofMirror);
  const before = ofMirror.get(kind);
  const since = before?.since ?? fromEpochMs(clock.now());
  ofMirror.set(kind, { failure, since, triedAtMs: clock.monotonic() });
  if (before !== undefined && failureLabel(before.failure) === failureLabel(failure)) return;
  announce({ kind: 'mirror', profileId, kinds: [kind] });
}
