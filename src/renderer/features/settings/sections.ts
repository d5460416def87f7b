/** The sections of the settings and what each is looked for by. Pure. */

interface SectionShape {
  readonly id: string;
  readonly label: string;
  /** Every setting in it, and other words for it. */
  readonly words: string;
  /** What concerns this computer, or the API. */
  readonly column: 'own' | 'api';
}

const TABLE = [
  {
    id: 'businesses',
    label: 'Businesses',
    words: 'profile connect rename forget read-only api key webhook secret keychain signature',
    column: 'own',
  },
  {
    id: 'display',
    label: 'Display and numbers',
    words: 'colours dark light scheme time zone utc row height digits decimals amounts home finance support',
    column: 'own',
  },
  {
    id: 'sync',
    label: 'Data and sync',
    words: 'complete certificate requests minute limit budget reserve shop pause resume re-read',
    column: 'api',
  },
  {
    id: 'notices',
    label: 'Notices',
    words: 'notifications webhooks failed delivered withdrawals rejected late changes contradictions',
    column: 'api',
  },
  { id: 'audit', label: 'Audit log', words: 'activity history who did what', column: 'api' },
  {
    id: 'about',
    label: 'About',
    words: 'version update licences start log in tray background watching computer',
    column: 'own',
  },
] as const satisfies readonly SectionShape[];
export type SectionId = (typeof TABLE)[number]['id'];

/** In the order of the list at the left. */
export const SECTIONS: readonly (SectionShape & { readonly id: SectionId })[] = TABLE;

/** The sections in which every word of the search occurs; all of them without one. */
export function foundSections(query: string): typeof SECTIONS {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return SECTIONS.filter(({ label, words }) => {
    const text = `${label} ${words}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
