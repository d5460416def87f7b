/** Handlers of connecting a business: the check of what is typed, and the first contact. */
import type { contactCalls } from '../../contract/calls/contact.ts';
import { driftText } from '../../domain/support/drift.ts';
import { checkApiKey, parseBaseUrl } from '../api/transport/origin.ts';
import { firstContact } from '../engine/first-contact.ts';
import type { Engine, HandlersOf } from './kernel/handler.ts';

export function contactHandlers({ clock, version }: Engine): HandlersOf<typeof contactCalls> {
  return {
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
    'contact.report': (_input, context) =>
      firstContact(context.business().context.client, { clock, version, signal: context.signal }),
    'contact.drift': async (_input, context) => {
      const drifts = await context.business().drift.list();
      return { drifts, text: driftText(drifts, version) };
    },
  };
}
