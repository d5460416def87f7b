// Notifications of the system: plain text, and a click that leads to the screen with more of it.
import { randomUUID } from 'node:crypto';
import { Notification } from 'electron';
import type { Notice } from '../../backend/ports.ts';
import { atProfile } from '../../domain/console/screen-path.ts';

/** A notification whose object was collected hears no click; those on the screen, or in the list that Windows keeps of them, are few. */
const MOST_KEPT = 50;
/** Windows may tell of one click twice, in whichever order; both come within so many milliseconds. */
const SAME_CLICK_MS = 500;

export interface Notices {
  /** Shows it; `clicked` gets the path of the notice, or `/`, for the business that the notice is about. */
  show(notice: Notice, clicked: (path: string) => void): void;
}

/** Does this desktop show notifications? */
export function canNotify(): boolean {
  return Notification.isSupported();
}

interface Kept {
  readonly notification: Notification;
  readonly path: string;
}

/** The notifications of this run. `open` shows a screen for a click that no notification of this run heard, as one in the list of Windows. */
export function createNotices(open: (path: string) => void): Notices {
  /** By the name that the system has for each. */
  const kept = new Map<string, Kept>();
  let heardAt = -SAME_CLICK_MS;
  if (process.platform === 'win32') {
    Notification.handleActivation((details) => {
      const known = [...kept].find(([id]) => details.arguments.includes(id));
      const act = (): void => {
        if (performance.now() - heardAt < 2 * SAME_CLICK_MS) return;
        heardAt = performance.now();
        open(known?.[1].path ?? '/');
      };
      setTimeout(act, SAME_CLICK_MS).unref();
    });
  }
  return {
    show({ title, body, path = '/', profileId = null }, clicked) {
      if (!canNotify()) return;
      const id = randomUUID();
      const notification = new Notification({ id, title, body });
      const leadsTo = atProfile(path, profileId);
      kept.set(id, { notification, path: leadsTo });
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      notification.once('click', () => {
        heardAt = performance.now();
        kept.delete(id);
        clicked(leadsTo);
      });
      // Windows says so too of what only went from the screen into its list, where it can still be clicked.
      if (process.platform !== 'win32') notification.once('close', () => kept.delete(id));
      notification.show();
    },
  };
}
