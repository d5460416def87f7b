/** What people of a world do, by name and time. Not here: which of it a world has (scenario.ts, scenes.ts), how it is done (people.ts). */
import type { DeskDeed } from '../desk.ts';

export type Deed =
  | 'look'
  | 'fresh'
  | 'resend'
  | 'resend again'
  | 'run'
  | 'cancel run'
  | 'create'
  | 'export'
  | 'import'
  | 'reconcile'
  | 'close'
  | 'pause'
  | 'many at once'
  | 'undo import'
  | 'cancel import'
  | 'dashboard'
  | 'window'
  | 'resend from the second profile'
  | DeskDeed;

/** Something that a person does. */
export interface Act {
  readonly at: number;
  readonly deed: Deed;
  /** Which of what there is, as a fraction. */
  readonly choice: number;
}
