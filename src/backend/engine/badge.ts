/**
 * How many news nobody has looked at yet, on the mark of the program's icon: of the businesses that are there and of the kinds that are wanted. In
 * memory: a console that starts has only what still waits to be told (digest.ts), and one that ends leaves no mark. Not here: what is news (backend/jobs/news).
 */
import type { CountedNews } from '../../domain/notice.ts';

/** A mark says no more. */
const MOST = 9_999;

/** Whose news it is and what about. */
export type Marked = Pick<CountedNews, 'profileId' | 'about'>;

interface Unseen extends Marked {
  readonly news: number;
}

export class Badge {
  readonly #show: (count: number) => void;
  /** One a business and subject. */
  #unseen: readonly Unseen[] = [];
  #shown = 0;
  #isClosed = false;

  /** `show` is the shell's; it may answer by `looked` at once, when a window is in front. */
  constructor(show: (count: number) => void) {
    this.#show = show;
  }

  /** So many news came of each. */
  add(came: readonly Unseen[]): void {
    for (const { profileId, about, news } of came) {
      const known = this.#unseen.find((one) => one.profileId === profileId && one.about === about);
      const others = this.#unseen.filter((one) => one !== known);
      this.#unseen = [...others, { profileId, about, news: (known?.news ?? 0) + news }];
    }
    this.#tell();
  }

  /** What is not wanted any more is not counted either. */
  keep(isWanted: (news: Marked) => boolean): void {
    this.#unseen = this.#unseen.filter(isWanted);
    this.#tell();
  }

  /** A person looks at the console: there is nothing left that nobody has seen. */
  looked(): void {
    this.keep(() => false);
  }

  /** The console ends: what comes now is marked by the next run. */
  close(): void {
    this.looked();
    this.#isClosed = true;
  }

  #tell(): void {
    const count = Math.min(
      MOST,
      this.#unseen.reduce((sum, { news }) => sum + news, 0),
    );
    if (count === this.#shown || this.#isClosed) return;
    this.#shown = count;
    this.#show(count);
  }
}
