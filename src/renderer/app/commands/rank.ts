// Which commands a typed text means, the best first; without a text, those used lately first. Pure.

export interface Findable {
  readonly id: string;
  readonly label: string;
  readonly keywords: string;
}

/** Characters of a text that are looked at; longer is no command. */
const MOST_CHARACTERS = 200;

/** In the order of the table where two fit equally well. Every word of the text has to be found. */
export function ranked<Item extends Findable>(
  text: string,
  commands: readonly Item[],
  recent: readonly string[],
): Item[] {
  const words = wordsOf(text.slice(0, MOST_CHARACTERS));
  const scored = commands.map((command) => ({ command, score: scoreOf(command, words), age: ageOf(command, recent) }));
  return scored
    .filter(({ score }) => score !== null)
    .sort((left, right) => (right.score ?? 0) - (left.score ?? 0) || left.age - right.age)
    .map(({ command }) => command);
}

/** Words without their accents: somebody who types "zloty" means "złoty" as well as the keyboard allows. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** How well all of the words fit, or null when one is not found. */
function scoreOf({ label, keywords }: Findable, words: readonly string[]): number | null {
  const [own, others] = [wordsOf(label), wordsOf(keywords)];
  let sum = 0;
  for (const word of words) {
    const fit = fitOf(word, own, others);
    if (fit === 0) return null;
    sum += fit;
  }
  // What begins as it was typed stands before what only has the words.
  return own.join(' ').startsWith(words.join(' ')) ? sum + 1 : sum;
}

function fitOf(word: string, own: readonly string[], others: readonly string[]): number {
  if (own.includes(word)) return 5;
  if (own.some((one) => one.startsWith(word))) return 4;
  if (others.some((one) => one.startsWith(word))) return 2;
  return word.length > 2 && own.some((one) => one.includes(word)) ? 1 : 0;
}

function ageOf({ id }: Findable, recent: readonly string[]): number {
  const at = recent.indexOf(id);
  return at === -1 ? recent.length : at;
}
