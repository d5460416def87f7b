// One look after the other at what may be news, each thing told in the windows and to the system. Not here: what is looked at (news.ts, health.ts).
import { type CountedNews, noticeTitle } from '../../../domain/news/notice.ts';
import type { Profile } from '../../../domain/profiles/profile.ts';
import type { JobContext } from '../kernel/context.ts';

type Look = () => Promise<void>;

export class Teller {
  readonly #context: JobContext;
  readonly #label: string;
  readonly #profile: () => Profile;
  #looks: Promise<void> = Promise.resolve();
  readonly #due = new Set<Look>();

  /** `label`: what a look that fails is called in the log. */
  constructor(context: JobContext, label: string, profile: () => Profile) {
    this.#context = context;
    this.#label = label;
    this.#profile = profile;
  }

  /** Looks in `ms` milliseconds, unless that look is due already. */
  soon(look: Look, ms: number): void {
    if (this.#due.has(look)) return;
    this.#due.add(look);
    const { clock, closing } = this.#context;
    clock
      .sleep(ms, closing)
      .then(() => {
        this.#due.delete(look);
        return this.queue(look);
      })
      .catch(() => undefined);
  }

  /** Looks after all that was asked for before. Never rejects. */
  queue(look: Look): Promise<void> {
    const { closing, log, profileId } = this.#context;
    this.#looks = this.#looks.then(look).catch((error: unknown) => {
      if (!closing.aborted) log.error(this.#label, { profileId }, error);
    });
    return this.#looks;
  }

  /** Resolves when nothing is looked at any more. */
  async ended(): Promise<void> {
    await this.#looks;
  }

  async tell(news: Omit<CountedNews, 'profileId'>): Promise<void> {
    const { announce, ids, notify, profileId } = this.#context;
    const { about, body } = news;
    // A shell may have no notifications, and a person none allowed: the windows tell it too, and at once.
    announce({
      kind: 'news',
      profileId,
      news: { id: ids.uuid(), about, title: noticeTitle(this.#profile()), body },
    });
    await notify({ profileId, ...news });
  }
}
