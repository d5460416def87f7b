// Calls about profiles and their keys: what is wrong with what is typed, before anything is sent, the report of the first contact, and what strayed since. A key goes
// in and never comes out: no output schema has a place for it.
import { z } from 'zod';
import { CONTACT_REPORT } from '../../domain/profiles/first-contact.ts';
import { BUSINESS_GLANCE } from '../../domain/period/glance.ts';
import { DRIFTS } from '../../domain/support/drift.ts';
import { originOf } from '../../domain/webhooks/delivery-cause.ts';
import { textOrNull } from '../../domain/kernel/shape.ts';
import { FAILURE } from '../../domain/kernel/failure/failure-shape.ts';
import { readCall, writeCall, nothing } from '../define.ts';
import { periodCodec } from './statement.ts';

const name = z.string().trim().min(1).max(80);
const apiKey = z.string().min(1).max(512);
const storage = z.enum(['keychain', 'session']);
const id = z.string().min(1).max(64);

/** The result of trying a key. `code` is the API's own, or KEYCHAIN_… when only the key store was in the way. */
const verdictCodec = z.object({ ok: z.boolean(), code: z.string().optional(), failure: FAILURE.optional() });

export const profileCodec = z.object({
  id,
  name: z.string(),
  origin: z.string(),
  /** Where the API's paths begin, no slash at its end; absent for the sandbox, whose address and key are of this run only. */
  apiRoot: z.string().optional(),
  kind: z.enum(['sandbox', 'business']),
  key: z.enum(['keychain', 'session', 'absent']),
  readOnly: z.boolean(),
  /** Whose the key is: of this profile's business (absent), not proved to be so (it only reads), or another's (everything stands). */
  keyStanding: z.enum(['unproved', 'different']).optional(),
  /** Since when its API cannot be reached; absent while it can. */
  offline: z.string().optional(),
  /** Other profiles of the same business, as far as webhook deliveries have named it. */
  sameBusinessAs: z.array(id).optional(),
});

const verdictOf = ({ verdict }: { readonly verdict: { readonly ok: boolean; readonly code?: string | undefined } }) =>
  verdict.code === undefined ? {} : { verdict: verdict.code };

/** What people change of a profile. */
const LOOK = { name: name.optional(), readOnly: z.boolean().optional() };

export const profileCalls = {
  'profiles.list': readCall({
    role: 'anyone',
    scope: 'app',
    doc: 'The businesses that are connected.',
    output: z.object({ profiles: z.array(profileCodec), selected: textOrNull }),
  }),
  'profiles.add': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Connects a business; the key is tried first.',
    input: z.strictObject({
      name,
      baseUrl: z.string().min(1).max(512),
      apiKey,
      storage: storage.optional(),
      keepAnyway: z.boolean().optional(),
      readOnly: z.boolean().optional(),
    }),
    output: z.object({ verdict: verdictCodec, id: id.optional() }),
    recording: {
      kind: 'here',
      asked: ({ name, baseUrl, storage, keepAnyway, readOnly }) => ({
        action: 'add-profile',
        summary: `Connect the business “${name}” at ${originOf(baseUrl) ?? 'an address that cannot be read'}`,
        evidence: { storage: storage ?? 'keychain', keepAnyway: keepAnyway ?? false, readOnly: readOnly ?? false },
        profileId: null,
      }),
      ended: ({ id, ...answer }) => ({
        outcome: id === undefined ? 'refused' : 'done',
        evidence: verdictOf(answer),
        profileId: id,
      }),
    },
  }),
  'profiles.setKey': writeCall({
    role: 'approver',
    scope: 'app',
    doc: 'Another key for a business, tried first: `sameBusiness` is `proved`, `unproved` or `different`.',
    input: z.strictObject({ id, apiKey, storage: storage.optional() }),
    of: ({ id }) => id,
    output: z.object({ verdict: verdictCodec, sameBusiness: z.enum(['proved', 'unproved', 'different']) }),
    recording: {
      kind: 'here',
      asked: ({ id, storage }, nameOf) => ({
        action: 'set-key',
        summary: `Set another API key for “${nameOf(id)}”`,
        evidence: { storage: storage ?? 'keychain' },
        profileId: id,
      }),
      ended: ({ sameBusiness, ...answer }) => ({
        outcome: answer.verdict.ok ? 'done' : 'refused',
        evidence: { ...verdictOf(answer), sameBusiness },
      }),
    },
    fourEyes: ({ id }) => ({ kind: 'key', profile: id }),
  }),
  'profiles.update': writeCall({
    role: 'admin',
    scope: 'app',
    doc: 'Another name, or whether it is read-only. `seen`: the name, or that, as it was seen; what somebody else has changed since is not overwritten (`changed-since`, with who and when).',
    input: z.strictObject({ id, ...LOOK, seen: z.strictObject(LOOK).optional() }),
    of: ({ id }) => id,
    recording: {
      kind: 'here',
      asked: ({ id, name, readOnly }, nameOf) => ({
        action: 'change-profile',
        summary: changeWords(nameOf(id), name, readOnly),
        evidence: { name, readOnly },
        profileId: id,
      }),
    },
  }),
  'profiles.select': writeCall({
    role: 'anyone',
    scope: 'app',
    doc: 'Which one new windows show first.',
    input: z.strictObject({ id }),
    recording: nothing('which profile new windows show first'),
  }),
  'profiles.forget': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: "Deletes the key; mirror and this profile's rows of the books only when asked to.",
    input: z.strictObject({ id, mirror: z.boolean().optional(), books: z.boolean().optional() }),
    recording: {
      kind: 'here',
      asked: ({ id, mirror = false, books = false }, nameOf) => ({
        action: 'forget-profile',
        summary: `Forget the profile “${nameOf(id)}”${books ? ' and delete its rows in the books' : ''}`,
        evidence: { id, mirror, books },
        // Its rows are deleted with it; this one stays.
        profileId: books ? null : id,
      }),
    },
    fourEyes: ({ id }) => ({ kind: 'removal', profile: id }),
  }),
  'profiles.glance': readCall({
    role: 'anyone',
    scope: 'app',
    doc: 'Every business as one row: net of the period and of the one before, what is open, how complete, the last close. The sandbox alone where there is no business.',
    input: z.strictObject({ period: periodCodec, before: periodCodec.optional() }),
    output: z.object({ businesses: z.array(BUSINESS_GLANCE) }),
  }),
  'profiles.check': readCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'What is wrong with an address or a key as typed. Nothing is sent to anybody, and nothing is kept.',
    input: z.strictObject({ baseUrl: z.string().max(512), apiKey: z.string().max(512).optional() }),
    output: z.object({
      /** One sentence each; absent where nothing is wrong. */
      baseUrl: z.string().optional(),
      apiKey: z.string().optional(),
      origin: z.string().optional(),
      /** The address that is probably meant, where what is typed is none. */
      proposal: z.string().optional(),
    }),
  }),
  'contact.report': readCall({
    role: 'viewer',
    doc: 'What the API does where the specification is silent, in at most ten requests, reading only: names and shapes, no value of a record.',
    output: CONTACT_REPORT,
  }),
  'contact.drift': readCall({
    role: 'viewer',
    doc: 'Where answers strayed from the specification since this console knows the business: unknown fields and words, other shapes; since when, in how many answers. `text`: all of it to hand over, names and shapes only.',
    output: z.object({ drifts: DRIFTS, text: z.string() }),
  }),
} as const;

function changeWords(before: string, name: string | undefined, readOnly: boolean | undefined): string {
  const parts = [
    ...(name === undefined ? [] : [`Rename “${before}” to “${name}”`]),
    ...(readOnly === undefined
      ? []
      : [readOnly ? `Make “${name ?? before}” read-only` : `Allow changes with “${name ?? before}”`]),
  ];
  return parts.length === 0 ? `Change nothing of “${before}”` : parts.join('; ');
}
