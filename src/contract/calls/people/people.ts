// Calls about the people of a team: who they are, on which businesses with which roles, who was invited and who is gone.
import { z } from 'zod';
import { ADDRESS, LISTED_PERSON, PERSON, PERSON_NAME, PLACES } from '../../../domain/people/person.ts';
import { ROLES } from '../../../domain/kernel/roles.ts';
import { textOrNull } from '../../../domain/kernel/shape.ts';
import { readCall, whereItEnds, writeCall } from '../../define.ts';
import { identCodec, reasonCodec } from '../../wire/lists.ts';

const id = z.string().min(1).max(64);
/** No more than there are; each once. */
const roles = z
  .array(z.enum(ROLES))
  .max(ROLES.length)
  .refine((all) => new Set(all).size === all.length, 'a role twice');

/** Who else of a team has the same record open. */
export const HERE = z.object({ list: z.enum(PLACES), recordId: z.string(), others: z.array(z.string()) });

export const peopleCalls = {
  'people.me': readCall({
    role: 'anyone',
    scope: 'app',
    doc: 'Who asks; `person` is null for this computer’s own user, who may everything.',
    output: z.object({ person: PERSON.nullable() }),
  }),
  'people.list': readCall({
    role: 'viewer',
    scope: 'app',
    of: ({ profile }) => profile ?? null,
    doc: 'The people of a business by name with their roles there, or without `profile` all of them, also who was removed. `address` is null to whoever does not look after people.',
    input: z.strictObject({ profile: id.optional() }),
    output: z.object({ people: z.array(LISTED_PERSON.extend({ address: textOrNull })) }),
  }),
  'people.here': readCall({
    role: 'viewer',
    doc: 'What this window has open now, in place of what it had, or that it has `left` it. To be said again every five seconds: what was not said for ten is forgotten. `others`: who else of the team has it open, by name; nobody to this computer’s own user.',
    input: z.strictObject({ list: z.enum(PLACES), recordId: identCodec, left: z.boolean().optional() }),
    output: HERE.pick({ others: true }),
  }),
  'people.invite': writeCall({
    role: 'admin',
    scope: 'app',
    of: ({ profile }) => profile ?? null,
    doc: 'Lets whoever has this mail address in, once they sign in with it, with these roles on a business; somebody who is here already has them from now on. `name`: what they are called here; else what their sign-in says.',
    input: z.strictObject({ address: ADDRESS, name: PERSON_NAME.optional(), profile: id.optional(), roles }),
    output: z.object({ id: z.string() }),
    recording: whereItEnds('invite-person'),
  }),
  'people.setRoles': writeCall({
    role: 'admin',
    scope: 'app',
    of: ({ profile }) => profile,
    doc: 'The roles of a person on a business from now on; with none they see nothing of it any more. `seen`: the roles as they were seen; what somebody else has changed since is not overwritten (`changed-since`, with who and when).',
    input: z.strictObject({ id, profile: id, roles, seen: roles.optional() }),
    recording: whereItEnds('set-roles'),
  }),
  'people.setHostAdmin': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Whether a person looks after the whole host: its businesses, its people, its copies. Nobody takes that from themselves.',
    input: z.strictObject({ id, isHostAdmin: z.boolean() }),
    recording: whereItEnds('set-roles'),
  }),
  'people.remove': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'A person is gone at once: nothing more is answered and nothing told. What they did stays theirs. Nobody removes themselves.',
    input: z.strictObject({ id, reason: reasonCodec.optional() }),
    recording: whereItEnds('remove-person'),
  }),
} as const;
