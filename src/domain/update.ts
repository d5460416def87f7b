/** Newer versions of the console itself: the states a search for one can be in. Pure. Not here: searching, verifying (main). */

/**
 * `off`: this build asks nobody. `current`: there is no newer one. `newer`: there is one, to be fetched by hand. `loading`: it is being downloaded.
 * `ready`: downloaded and verified; it is installed at the person's word. `waiting`: the same, and a job is running. `refused`: what was
 * offered failed a check and was thrown away. `failed`: the question was not answered.
 */
export const UPDATE_STATES = ['off', 'current', 'newer', 'loading', 'ready', 'waiting', 'refused', 'failed'] as const;
export type UpdateState = (typeof UPDATE_STATES)[number];

export interface UpdateStatus {
  readonly state: UpdateState;
  readonly version?: string | undefined;
  readonly reason?: string | undefined;
  readonly checkedAt: string | null;
}
