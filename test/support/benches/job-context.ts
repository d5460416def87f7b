/**
 * What the jobs of one business work with, as tests need it: the parts that matter are handed in, everything else is still. Not here:
 * the engine's own context (backend/engine/factory).
 */
import { createApiClient } from '../../../src/backend/api/endpoints/client.ts';
import type { JobContext } from '../../../src/backend/jobs/kernel/context.ts';
import { FIRST_SETTINGS } from '../../../src/domain/console/console-settings.ts';
import { systemIds } from '../../../src/backend/system.ts';
import { SILENT } from '../../backend/workers/fixture.ts';

type Parts = Pick<JobContext, 'client' | 'mirror' | 'books' | 'clock'> & Partial<JobContext>;

/** Of the profile `p1`, whose key is proved, and of one business only: another one is a failure. */
export function jobContext(parts: Parts): JobContext {
  return {
    profileId: 'p1',
    ids: systemIds,
    log: SILENT,
    announce: () => undefined,
    notify: () => Promise.resolve(),
    settings: () => Promise.resolve(FIRST_SETTINGS),
    closing: new AbortController().signal,
    writing: () => new AbortController().signal,
    osUser: 'tester',
    keyStanding: () => 'same',
    serverTold: () => null,
    onBusinessNamed: () => Promise.resolve(),
    onDifferentBusiness: () => {
      throw new Error('there is one business only');
    },
    ...parts,
  };
}

type ClientParts = Parameters<typeof createApiClient>[0];

/** A real client over sockets, of a console that remembers no requests of an earlier run. */
export function clientAt(
  baseUrl: string,
  apiKey: string,
  parts: Pick<ClientParts, 'clock'> & Partial<ClientParts>,
): ReturnType<typeof createApiClient> {
  return createApiClient({
    apiRoot: `${baseUrl}/api/v1`,
    origin: baseUrl,
    key: () => apiKey,
    ids: systemIds,
    log: SILENT,
    requestLog: { recent: () => Promise.resolve([]), append: () => undefined },
    random: Math.random,
    ...parts,
  });
}
