// Calls about profiles and their keys. A key goes in and never comes out: no output schema has a place for it.
import { z } from 'zod';
import { failureCodec } from '../wire/failure.ts';
import { declare } from './define.ts';

const name = z.string().trim().min(1).max(80);
const apiKey = z.string().min(1).max(512);
const storage = z.enum(['keychain', 'session']);
const id = z.string().min(1).max(64);

/** The result of trying a key. `code` is the API's own, or KEYCHAIN_… when only the key store was in the way. */
const verdictCodec = z.object({ ok: z.boolean(), code: z.string().optional(), failure: failureCodec.optional() });

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

export const profileCalls = {
  'profiles.list': declare(
    'read',
    'app',
    z.strictObject({}),
    z.object({ profiles: z.array(profileCodec), selected: z.string().nullable() }),
  ),
  'profiles.add': declare(
    'write',
    'app',
    z.strictObject({
      name,
      baseUrl: z.string().min(1).max(512),
      apiKey,
      storage: storage.optional(),
      keepAnyway: z.boolean().optional(),
      readOnly: z.boolean().optional(),
    }),
    z.object({ verdict: verdictCodec, id: id.optional() }),
  ),
  'profiles.setKey': declare(
    'write',
    'app',
    z.strictObject({ id, apiKey, storage: storage.optional() }),
    z.object({ verdict: verdictCodec, sameBusiness: z.enum(['proved', 'unproved', 'different']) }),
  ),
  'profiles.update': declare(
    'write',
    'app',
    z.strictObject({ id, name: name.optional(), readOnly: z.boolean().optional() }),
    z.object({}),
  ),
  'profiles.select': declare('write', 'app', z.strictObject({ id }), z.object({})),
  /** Deletes the key; mirror and this profile's rows of the books only when asked to. */
  'profiles.forget': declare(
    'write',
    'app',
    z.strictObject({ id, mirror: z.boolean().optional(), books: z.boolean().optional() }),
    z.object({}),
  ),
} as const;
