// The certificate of a list in words. Pure; three certificates and never a fourth.
import type { Certificate } from '../../domain/profiles/profile.ts';
import { grouped } from '../ui/text/writing.ts';

/** A list as it was counted: rows that were seen, of how many the API named. */
export interface CountedList {
  readonly certificate: Certificate;
  readonly seen: number;
  readonly total: number | null;
}

/** A list of the mirror of now, which goes on after its certificate. */
export interface MovedList extends CountedList {
  /** What the mirror has and the API counts since then, while that differs. */
  readonly now?: { readonly seen: number; readonly total: number } | undefined;
}

const CERTIFICATES: Readonly<Record<Exclude<Certificate, 'incomplete'>, string>> = {
  certified: 'Complete (certified)',
  'as-far-as-seen': 'All that was seen; completeness not provable',
};

/** The certificate's name; an incomplete list says at once how much of it there is. */
export function certificateWords(list: CountedList): string {
  return list.certificate === 'incomplete' ? `Incomplete: ${countOf(list)}` : CERTIFICATES[list.certificate];
}

/** "12,512 of 12,512"; the total is unknown before the first answer. */
export function countOf({ seen, total }: Omit<CountedList, 'certificate'>): string {
  const known = grouped(seen);
  return total === null ? `${known}, total not known yet` : `${known} of ${grouped(total)}`;
}

/**
 * What has happened to a list since its certificate, which stays true for its time: "Since then the API counts 12,550; 12,530 of them
 * are here". Null when nothing has.
 */
export function sinceWords({ now, total }: Pick<MovedList, 'now' | 'total'>): string | null {
  if (now === undefined) return null;
  const counted = grouped(now.total);
  if (total !== null && now.total < total) return `Since then the API counts only ${counted}; reading the list again`;
  if (now.seen >= now.total) return null;
  return `Since then the API counts ${counted}; ${grouped(now.seen)} of them are here`;
}
