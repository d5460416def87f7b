/** Which of two answers about an id is said: the API's, asked for once, or the mirror's, which follows every change. Pure. */
import type { IdCheck } from '../../../../contract/calls/creates.ts';

/**
 * What is known of an id now; undefined while nothing is. `asked` cost a request and is not repeated by itself, so a newer "taken" or
 * "reserved" of the mirror and the books beats it, and a "reserved" that they no longer have is over. Answers about another id count
 * for nothing.
 */
export function latestCheck(
  externalId: string,
  asked: IdCheck | undefined,
  followed: IdCheck | undefined,
): IdCheck | undefined {
  const api = asked?.externalId === externalId ? asked : undefined;
  const here = followed?.externalId === externalId ? followed : undefined;
  if (here === undefined) return api;
  if (here.state === 'taken' || here.state === 'reserved') return here;
  return api?.state === 'reserved' ? here : api;
}
