// What a window that shows a team's engine reaches: that engine, and of this computer what is this computer's (its windows, its lock, its newer
// versions). Nothing that a team's host says reaches a page while this console is locked.
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventFrame } from '../contract/envelope.ts';
import { fieldOf, fieldsOf, textOf } from '../domain/kernel/fields.ts';
import type { SoonServedApp } from '../shell/served-soon.ts';
import type { TeamEngine } from '../shell/teams/teams.ts';

/** Calls that this computer answers, whichever engine the window shows. */
const OWN_CALLS =
  /^(?:teams\.\w+|links\.open|login\.\w+|updates\.\w+|windows\.open|windows\.printPdf|lock\.(?:now|set|remove|touch))$/;
const OWN_EVENTS = new Set(['lock.changed', 'window.command', 'teams.changed', 'updates.changed']);
/** What a team's host has no say in: it knows nothing of these windows. */
const NOT_THE_TEAMS = new Set(['window.command', 'teams.changed', 'updates.changed']);
/** What of the shell serves a team's engine not: its notices and its end are those of the engine here, and a folder would be one of the host. */
const NOT_FOR_TEAMS = {
  saveAs: 'download',
  notify: false,
  chooseFolder: false,
  launchAtLogin: false,
  background: false,
};
/** Reads wait for the stream, so that no change between the two is missed; screens are rather shown without it than not at all, milliseconds. */
const LISTENING_MS = 1_000;

type Answer = Awaited<ReturnType<SoonServedApp['dispatch']>>;

/** The two as one, as a window reaches an engine. */
export function besideOwn(own: SoonServedApp, team: TeamEngine): SoonServedApp {
  const listening = new Map<string, Promise<void>>();
  const locked = (frame: unknown): Answer => ({
    id: textOf(fieldOf(frame, 'id')) ?? '',
    ok: false,
    failure: { kind: 'locked' },
  });

  async function ofTeam(frame: unknown, client: string): Promise<Answer> {
    if (own.isLocked()) return locked(frame);
    await listening.get(client);
    const answer = await team.dispatch(frame, client);
    return own.isLocked() ? locked(frame) : answer;
  }

  /** Locked is what either of them is; this computer's own comes first. */
  async function lockStatus(frame: unknown, client: string): Promise<Answer> {
    const here = await own.dispatch(frame, client);
    if (own.isLocked()) return here;
    const there = await team.dispatch(frame, client);
    return there?.ok === true && fieldOf(there.output, 'isLocked') === true ? there : here;
  }

  async function info(frame: unknown, client: string): Promise<Answer> {
    const answer = await own.dispatch(frame, client);
    if (answer?.ok !== true) return answer;
    const { capabilities, ...rest } = fieldsOf(answer.output);
    return { ...answer, output: { ...rest, capabilities: { ...fieldsOf(capabilities), ...NOT_FOR_TEAMS } } };
  }

  return {
    async dispatch(frame, client) {
      const call = textOf(fieldOf(frame, 'call'));
      if (call === null) {
        // Given up: whichever of them it was asked of.
        await Promise.all(
          [own.dispatch(frame, client), team.dispatch(frame, client)].map((one) => one.catch(() => null)),
        );
        return null;
      }
      if (OWN_CALLS.test(call)) return own.dispatch(frame, client);
      if (call === 'app.info') return info(frame, client);
      if (call === 'lock.status') return lockStatus(frame, client);
      if (call === 'lock.open') return own.isLocked() ? own.dispatch(frame, client) : team.dispatch(frame, client);
      return ofTeam(frame, client);
    },
    subscribe(client, listener) {
      const state = { seq: 0, last: -1, isHeard: false };
      const tell = (frame: EventFrame): void => {
        listener({ ...frame, seq: state.seq });
        state.seq += 1;
      };
      const { promise: heard, resolve } = Promise.withResolvers<void>();
      const late = sleep(LISTENING_MS, undefined, { ref: false }).then(() => void (state.isHeard || (state.last = -2)));
      listening.set(client, Promise.race([heard, late]));
      const stops = [
        own.subscribe(client, (frame) => {
          if (OWN_EVENTS.has(frame.event)) tell(frame);
        }),
        team.subscribe(client, (frame) => {
          // Something was missed: of this stream, between two of them, or before the first one was there.
          if (frame.seq !== state.last + 1) state.seq += 1;
          state.last = frame.seq;
          state.isHeard = true;
          resolve();
          if (own.isLocked() || NOT_THE_TEAMS.has(frame.event)) state.seq += own.isLocked() ? 1 : 0;
          else tell(frame);
        }),
      ];
      return () => {
        listening.delete(client);
        for (const stop of stops) stop();
      };
    },
    closeClient: (client) => own.closeClient(client),
    command: (client, command) => own.command(client, command),
    isLocked: () => own.isLocked(),
  };
}
