// Writes down what the contract's declarations say of the calls that write, after they have run.
import { calls } from '../../../contract/calls.ts';
import type { CallDeclaration } from '../../../contract/define.ts';
import { type Failure, FailureError, failureLabel } from '../../../domain/kernel/failure/failure.ts';
import type { ActivityLog } from '../../engine/activity-log.ts';
import type { Profiles } from '../../engine/profiles.ts';
import type { CallContext, RunHandler } from './handler.ts';

/** Runs handlers, each with its entry in the audit log where its declaration has one. */
export function recordingRunner(run: RunHandler, activity: ActivityLog, profiles: Profiles): RunHandler {
  return async (name, input, context) => {
    const call: CallDeclaration = calls[name];
    const recording = call.effect === 'write' && call.recording.kind === 'here' ? call.recording : null;
    const asked = recording?.asked(input, namesBefore(profiles)) ?? null;
    if (asked === null) return run(name, input, context);
    const { profileId = profileOf(context), ...what } = asked;
    try {
      const output = await run(name, input, context);
      const { outcome, evidence, profileId: own = profileId } = recording?.ended?.(output) ?? { outcome: 'done' };
      await activity.append(
        { ...what, profileId: own, outcome, evidence: { ...what.evidence, ...evidence } },
        context.by,
      );
      return output;
    } catch (error) {
      const failure = error instanceof FailureError ? error.failure : null;
      if (failure === null || !NOTHING_DONE.has(failure.kind)) {
        const evidence = { ...what.evidence, failure: failure === null ? 'bug' : failureLabel(failure) };
        await activity.append({ ...what, profileId, outcome: 'refused', evidence }, context.by);
      }
      throw error;
    }
  };
}

/** Failures of calls that were stopped at the door: nothing was asked of anybody. */
const NOTHING_DONE: ReadonlySet<Failure['kind']> = new Set([
  'invalid-input',
  'profile-changed',
  'not-found',
  'changed-since',
  'cancelled',
]);

/** Names as they were before the call: it may change or forget them. */
function namesBefore(profiles: Profiles): (profileId: string) => string {
  const names = new Map(profiles.list().profiles.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

function profileOf(context: CallContext): string | null {
  return context.business.profile.id;
}
