/** Handlers of profiles and their keys; thin, since the registry of the engine decides. */
import type { profileCalls } from '../../contract/calls/profiles.ts';
import { driftText } from '../../domain/support/drift.ts';
import { checkApiKey, parseBaseUrl } from '../api/transport/origin.ts';
import { firstContact } from '../engine/first-contact.ts';
import { glances } from '../engine/glance.ts';
import { FailureError, unwrap } from '../../domain/kernel/failure/failure.ts';
import type { ListedProfile } from '../engine/profiles.ts';
import { done, type Engine, type HandlersOf, withoutNulls } from './kernel/handler.ts';

export function profileHandlers({ profiles, settings, clock, version }: Engine): HandlersOf<typeof profileCalls> {
  return {
    'profiles.list': async (_input, { may, person }) => {
      const isTold = (id: string): boolean => may('viewer', id) || may('host-admin', null);
      const { profiles: all, selected } = profiles.list();
      const own = person === null ? null : await settings.profileOf(person.id);
      const wanted = own ?? selected;
      const told = all
        .filter(({ id }) => isTold(id))
        .map((profile) => ({ ...profile, sameBusinessAs: profile.sameBusinessAs.filter(isTold) }));
      const first = told.some(({ id }) => id === wanted) ? wanted : (told[0]?.id ?? null);
      return { profiles: told.map(wireProfile), selected: first };
    },
    'profiles.add': async (input) => unwrap(await profiles.add(input)),
    'profiles.setKey': async ({ id, apiKey, storage }) => unwrap(await profiles.setKey(id, apiKey, storage)),
    'profiles.update': async ({ id, name, readOnly, seen }) =>
      done(unwrap(await profiles.update(id, { name, readOnly }, seen))),
    'profiles.select': async ({ id }, { person, may }) => {
      if (person === null) return done(unwrap(await profiles.select(id)));
      if (!may('viewer', id)) throw new FailureError({ kind: 'profile-changed', reason: 'unknown' });
      return done(settings.chooseProfile(person.id, id));
    },
    'profiles.forget': async ({ id, mirror = false, books = false }) =>
      done(unwrap(await profiles.forget(id, { mirror, books }))),
    'profiles.glance': async (asked, { may }) => ({
      businesses: await glances(profiles, asked, (id) => may('viewer', id)),
    }),
    'profiles.check': async ({ baseUrl, apiKey }) => {
      const base = parseBaseUrl(baseUrl);
      const key = apiKey === undefined ? null : checkApiKey(apiKey);
      const meant = base.ok || baseUrl.includes('://') ? null : parseBaseUrl(`https://${baseUrl.trim()}`);
      return {
        ...(base.ok ? { origin: base.origin } : { baseUrl: base.issue }),
        ...(key === null || key.ok ? {} : { apiKey: key.issue }),
        ...(meant?.ok === true ? { proposal: meant.origin } : {}),
      };
    },
    'contact.report': (_input, { business, signal }) =>
      firstContact(business.context.client, { clock, version, signal }),
    'contact.drift': async (_input, { business }) => {
      const drifts = await business.drift.list();
      return { drifts, text: driftText(drifts, version) };
    },
  };
}

/** What there is nothing to say about is absent. */
function wireProfile({ keyStanding, sameBusinessAs, ...profile }: ListedProfile) {
  return {
    ...withoutNulls(profile),
    keyStanding: keyStanding === 'same' ? undefined : keyStanding,
    sameBusinessAs: sameBusinessAs.length === 0 ? undefined : sameBusinessAs,
  };
}
