// Calls about the teams' hosts that this computer knows: which there are, coming in, and which one a window shows. The shell answers them; a team's host knows none.
import { z } from 'zod';
import { FOUND_TEAM, KNOWN_TEAMS, MAX_TEAM_ADDRESS } from '../../../domain/people/team.ts';
import { textOrNull } from '../../../domain/kernel/shape.ts';
import { nothing, readCall, writeCall } from '../../define.ts';

const id = z.string().min(1).max(64);
const address = z.string().trim().min(1).max(MAX_TEAM_ADDRESS);
const ofTheComputer = nothing('which teams this computer knows, not what is done there');

export const teamCalls = {
  'teams.list': readCall({
    role: 'anyone',
    scope: 'app',
    doc: 'The hosts of teams that this computer knows, how it stands with each, and which one the window shows that asks (`here`; null: this computer).',
    output: KNOWN_TEAMS,
  }),
  'teams.look': readCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'What is found at an address: a team’s host that this console can speak with, or why it is none.',
    input: z.strictObject({ address }),
    output: FOUND_TEAM,
  }),
  'teams.add': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Remembers the host at this address; one that is known already keeps its id.',
    input: z.strictObject({ address }),
    output: z.object({ id: z.string() }),
    recording: ofTheComputer,
  }),
  'teams.signIn': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Opens the sign-in of that host in the system’s browser; `compared` are the signs that its page shows too. `teams.changed` tells that somebody came in.',
    input: z.strictObject({ id }),
    output: z.object({ compared: textOrNull, problem: textOrNull }),
    recording: ofTheComputer,
  }),
  'teams.show': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'The window that asks shows that team’s engine from now on, or with null this computer’s, and is loaded anew. Only where `way` is `windows`.',
    input: z.strictObject({ id: id.nullable() }),
    recording: ofTheComputer,
  }),
  'teams.signOut': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Ends the session of this computer with that host; its windows show nothing of it any more.',
    input: z.strictObject({ id }),
    recording: ofTheComputer,
  }),
  'teams.forget': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Signs out there and forgets the host; its windows show this computer.',
    input: z.strictObject({ id }),
    recording: ofTheComputer,
  }),
  'teams.save': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Fetches a finished file from the team that the window shows and saves it on this computer where the person says.',
    input: z.strictObject({ ticket: id, name: z.string().min(1).max(255) }),
    output: z.object({ kind: z.enum(['saved', 'declined', 'failed']) }),
    recording: ofTheComputer,
  }),
} as const;
