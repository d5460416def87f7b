/** Handlers of profiles and their keys; thin, since the registry of the engine decides. */
import type { profileCalls } from '../../contract/calls/profiles.ts';
import { unwrap } from '../../domain/kernel/failure/failure.ts';
import type { ListedProfile } from '../engine/profiles.ts';
import type { Engine, HandlersOf } from './kernel/handler.ts';

export function profileHandlers({ profiles }: Engine): HandlersOf<typeof profileCalls> {
  return {
    'profiles.list': async () => {
      const { profiles: listed, selected } = profiles.list();
      return { profiles: listed.map(wireProfile), selected };
    },
    'profiles.add': async (input) => unwrap(await profiles.add(input)),
    'profiles.setKey': async ({ id, apiKey, storage }) => unwrap(await profiles.setKey(id, apiKey, storage)),
    'profiles.update': async ({ id, name, readOnly }) => {
      unwrap(await profiles.update(id, { name, readOnly }));
      return {};
    },
    'profiles.select': async ({ id }) => {
      unwrap(await profiles.select(id));
      return {};
    },
    'profiles.forget': async ({ id, mirror, books }) => {
      unwrap(await profiles.forget(id, { mirror: mirror ?? false, books: books ?? false }));
      return {};
    },
  };
}

/** What there is nothing to say about is absent. */
function wireProfile({ apiRoot, keyStanding, offline, sameBusinessAs, ...profile }: ListedProfile) {
  return {
    ...profile,
    apiRoot: apiRoot ?? undefined,
    keyStanding: keyStanding === 'same' ? undefined : keyStanding,
    offline: offline ?? undefined,
    sameBusinessAs: sameBusinessAs.length === 0 ? undefined : sameBusinessAs,
  };
}
