/** Handlers of profiles and their keys; thin, since the registry of the engine decides. */
import { unwrap } from '../../domain/failure.ts';
import type { ListedProfile } from '../engine/profiles.ts';
import type { Engine, HandlersFor } from './handler.ts';

export function profileHandlers({
  profiles,
}: Engine): HandlersFor<
  'profiles.list' | 'profiles.add' | 'profiles.setKey' | 'profiles.update' | 'profiles.select' | 'profiles.forget'
> {
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
    sameBusinessAs: sameBusinessAs.length === 0 ? undefined : [...sameBusinessAs],
  };
}
