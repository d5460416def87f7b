// Which marks the amounts of a column have.
import type { DecimalMark, ThousandsMark } from '../../domain/import.ts';
import type { Guess } from './guess-encoding.ts';

export interface Marks {
  readonly decimal: DecimalMark;
  readonly thousands: ThousandsMark;
}

const BARE = /\d[\d\s.,'’\u00a0\u202f]*/u;

/** What the amounts say together; doubtful where "1,234" may be both. */
export function guessMarks(samples: readonly string[]): Guess<Marks> {
  const votes = { '.': 0, ',': 0 };
  const groups = new Set<ThousandsMark>();
  let unclear: DecimalMark | null = null;
  for (const sample of samples) {
    const bare = BARE.exec(sample)?.[0].trim() ?? '';
    if (/\d[\s\u00a0\u202f]\d{3}(?!\d)/u.test(bare)) groups.add(' ');
    if (/\d['’]\d{3}(?!\d)/.test(bare)) groups.add("'");
    const says = markOf(bare);
    if (says === null) continue;
    if ('unclear' in says) unclear ??= says.unclear;
    else {
      if (says.decimal !== null) votes[says.decimal] += 1;
      if (says.thousands !== null) groups.add(says.thousands);
    }
  }
  const isSplit = votes['.'] > 0 && votes[','] > 0;
  const isSilent = votes['.'] + votes[','] === 0;
  // Where marks of thousands are seen, the decimal mark is the other one.
  const byGroups: DecimalMark = groups.has('.') ? ',' : '.';
  const decimal: DecimalMark = isSilent ? byGroups : votes[','] > votes['.'] ? ',' : '.';
  const isUnclear = isSilent && unclear !== null && !groups.has(unclear);
  const other: ThousandsMark = decimal === '.' ? ',' : '.';
  const thousands = [...groups].find((mark) => mark !== decimal) ?? (unclear === other ? other : '');
  return { value: { decimal, thousands }, isDoubtful: isSplit || isUnclear };
}

/** True when an amount cannot be read with the marks because its own are other ones: "0.250" where a comma is the decimal mark. */
export function speaksAgainst(samples: readonly string[], { decimal, thousands }: Marks): boolean {
  return samples.some((sample) => {
    const says = markOf(BARE.exec(sample)?.[0].trim() ?? '');
    if (says === null || 'unclear' in says) return false;
    const isOther = says.decimal !== null && says.decimal !== decimal;
    return isOther || (says.thousands !== null && says.thousands !== thousands);
  });
}

type Says =
  | { readonly unclear: DecimalMark }
  | { readonly decimal: DecimalMark | null; readonly thousands: DecimalMark | null };

function markOf(bare: string): Says | null {
  const [point, comma] = [bare.lastIndexOf('.'), bare.lastIndexOf(',')];
  if (point < 0 && comma < 0) return null;
  if (point >= 0 && comma >= 0) {
    return point > comma ? { decimal: '.', thousands: ',' } : { decimal: ',', thousands: '.' };
  }
  const mark: DecimalMark = point >= 0 ? '.' : ',';
  const places = bare.split(mark);
  if (places.length > 2) return { decimal: null, thousands: mark };
  const [whole = '', fraction = ''] = places;
  // "0.123" and "1234.567" cannot be thousands.
  if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return { unclear: mark };
  return { decimal: mark, thousands: null };
}
