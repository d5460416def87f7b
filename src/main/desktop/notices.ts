/** Notifications of the system: plain text, and a click that leads to the screen with more of it. Not here: what is told and when (the engine). */
import { Notification } from 'electron';
import type { Notice } from '../../backend/ports.ts';
import { atProfile } from '../../domain/screen-path.ts';

/** A notification whose object was collected hears no click; those on the screen are few. */
const MOST_KEPT = 50;

export interface Notices {
  /** Shows it; `clicked` gets the path of the notice, or `/`, for the business that the notice is about. */
  show(notice: Notice, clicked: (path: string) => void): void;
}

/** Does this desktop show notifications? */
export function canNotify(): boolean {
  return Notification.isSupported();
}

/** The notifications of this run. */
export function createNotices(): Notices {
  const kept = new Set<Notification>();
  return {
    show({ title, body, path = '/', profileId = null }, clicked) {
      if (!canNotify()) return;
      const notification = new Notification({ title, body });
      kept.add(notification);
      const [oldest] = kept;
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      notification.once('click', () => {
        kept.delete(notification);
        clicked(atProfile(path, profileId));
      });
      notification.once('close', () => kept.delete(notification));
      notification.show();
    },
  };
}
