// What an endpoint gets to see: the world and one request, already authenticated and counted. No HTTP library here.
import type { SandboxRecord } from '../record.ts';
import type { Settings } from '../settings.ts';
import type { WorldState } from '../world/state.ts';
import type { World } from '../world/world.ts';
import type { Outcome } from './outcome.ts';

/** The part of the sandbox behind the endpoints. */
export interface Service {
  readonly world: World;
  readonly state: WorldState;
  readonly settings: Settings;
  readonly record: SandboxRecord;
}

export interface Call {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly contentType: string | undefined;
  readonly body: Buffer | undefined;
}

/** One of the nine endpoints. `path` is relative to `{api_root}`. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly run: (service: Service, call: Call) => Outcome;
}
