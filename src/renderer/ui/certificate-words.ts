/**
 * The certificate of a list in words. Pure; three certificates and never a fourth. Not here: what the mirror is doing (app/sync-words.ts).
 */
import type { Certificate } from '../../domain/profile.ts';

/** A list as it was counted: rows that were seen, of how many the API named. */
export interface CountedList {
  readonly certificate: Certificate;
  readonly seen: number;
  readonly total: number | null;
}

const CERTIFICATES: Readonly<Record<Exclude<Certificate, 'incomplete'>, string>> = {
  certified: 'Certified complete',
  'as-far-as-seen': 'Complete as far as seen',
};

/** The certificate's name; an incomplete list says at once how much of it there is. */
export function certificateWords(list: CountedList): string {
  return list.certificate === 'incomplete' ? `Incomplete: ${countOf(list)}` : CERTIFICATES[list.certificate];
}

/** "12,512 of 12,512"; the total is unknown before the first answer. */
export function countOf({ seen, total }: Omit<CountedList, 'certificate'>): string {
  const known = seen.toLocaleString('en-GB');
  return total === null ? `${known}, total not known yet` : `${known} of ${total.toLocaleString('en-GB')}`;
}
