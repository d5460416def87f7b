/** Asks for a passphrase: unseen at a terminal, else the first line of the standard input, so that a script can give one. */
import { createInterface } from 'node:readline';
import { FILE_PASSPHRASE, strengthOf } from '../../src/domain/console/passphrase.ts';
import { say, Stop } from './project.mjs';

const STRENGTH_WORDS = {
  weak: 'That is a weak one: whoever finds the file may guess it. Five words that have nothing to do with each other are strong.',
  fair: 'That is a fair one; five words that have nothing to do with each other are strong.',
  strong: 'That is a strong one.',
};

/** Of a file that is there. */
export async function askPassphrase() {
  const [typed = ''] = await ask(['Passphrase: ']);
  return typed;
}

/** For a file that is written: typed twice at a terminal. Throws Stop for one that is too short, too long, or not the same twice. */
export async function askNewPassphrase() {
  const [typed = '', again] = await ask(['New passphrase: ', 'Once more: ']);
  const { min, max } = FILE_PASSPHRASE;
  if (typed.length < min) throw new Stop(`A passphrase has at least ${min} characters. Nothing was written.`);
  if (typed.length > max) throw new Stop(`A passphrase has at most ${max} characters. Nothing was written.`);
  if (again !== undefined && again !== typed) throw new Stop('The two are not the same. Nothing was written.');
  say(STRENGTH_WORDS[strengthOf(typed)]);
  return typed;
}

/**
 * What is typed after each prompt; at no terminal one line answers the first alone.
 * @param {readonly string[]} prompts
 */
async function ask(prompts) {
  const { stdin, stderr } = process;
  const isSeen = stdin.isTTY;
  const lines = createInterface({ input: stdin, terminal: isSeen });
  /** @type {string[]} */
  const typed = [];
  try {
    if (isSeen) stderr.write(prompts[0] ?? '');
    for await (const line of lines) {
      typed.push(line.trim());
      if (isSeen) stderr.write('\n');
      if (!isSeen || typed.length === prompts.length) break;
      stderr.write(prompts[typed.length] ?? '');
    }
  } finally {
    lines.close();
  }
  return typed;
}
