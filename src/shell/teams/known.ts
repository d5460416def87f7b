// Which teams' hosts this computer knows, in one small file of the data folder. Anybody may have written into it, so it is read as hostile: what is
// odd in it is forgotten. No secret lies in it.
import { readFileSync, statSync } from 'node:fs';
import { writeWholeNow } from '../../backend/whole-file.ts';
import { fieldOf, fieldsOf } from '../../domain/kernel/fields.ts';
import { MAX_TEAM_ADDRESS, MOST_TEAMS } from '../../domain/people/team.ts';
import { parsed } from './line.ts';

const MOST_BYTES = 65_536;
const MOST_NAME = 80;

export interface KnownHost {
  readonly id: string;
  readonly origin: string;
  readonly person: string | null;
  /** ISO UTC; what was used last is the first. */
  readonly usedAt: string;
}

/** The origin that an address of a person names; null where it names none over https. What is typed without a scheme means https. */
export function originOf(address: string): string | null {
  if (address.length > MAX_TEAM_ADDRESS) return null;
  const url = URL.parse(address.includes('://') ? address : `https://${address}`);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hostname === '') return null;
  return url.origin;
}

/** The hosts in a text that anybody may have written. Pure. */
export function knownHostsOf(text: string): readonly KnownHost[] {
  const all: unknown = fieldOf(parsed(text), 'teams');
  const known = new Map<string, KnownHost>();
  for (const one of Array.isArray(all) ? all.slice(0, MOST_TEAMS) : []) {
    const { id, origin, person, usedAt } = fieldsOf(one);
    if (typeof id !== 'string' || !/^[\da-f-]{36}$/.test(id) || known.has(id)) continue;
    if (typeof origin !== 'string' || originOf(origin) !== origin) continue;
    const isDay = typeof usedAt === 'string' && !Number.isNaN(Date.parse(usedAt));
    known.set(id, {
      id,
      origin,
      person: typeof person === 'string' && person !== '' ? person.slice(0, MOST_NAME) : null,
      usedAt: isDay ? usedAt : '1970-01-01T00:00:00.000Z',
    });
  }
  return [...known.values()];
}

export interface KnownHosts {
  /** The one that was used last first. */
  readonly all: () => readonly KnownHost[];
  readonly find: (id: string) => KnownHost | undefined;
  /** A disk that does not take it costs the memory of it and nothing else. */
  put(host: KnownHost): void;
  remove(id: string): void;
}

/** Opens the file; one that is missing, broken or too large counts as empty. */
export function openKnownHosts(file: string): KnownHosts {
  let hosts = knownHostsOf(textIn(file));
  const keep = (next: readonly KnownHost[]): void => {
    hosts = next.toSorted((a, b) => (a.usedAt < b.usedAt ? 1 : -1)).slice(0, MOST_TEAMS);
    try {
      writeWholeNow(file, JSON.stringify({ teams: hosts }), { folder: 'ours', mode: 0o600 });
    } catch {
      // Then it is forgotten at the end of this run.
    }
  };
  return {
    all: () => hosts,
    find: (id) => hosts.find((one) => one.id === id),
    put: (host) => keep([...hosts.filter(({ id }) => id !== host.id), host]),
    remove: (id) => keep(hosts.filter((one) => one.id !== id)),
  };
}

function textIn(file: string): string {
  try {
    return statSync(file).size > MOST_BYTES ? '' : readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
