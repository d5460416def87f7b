/**
 * `node scripts/check-pins.mjs [FOLDER]`: whether every action and every image that the workflows use is named by a digest, which nobody can put
 * something else behind. The first step of a release, which stops while one is not. Plain Node without a package: it runs before anything is
 * installed. Not here: what the digests are; whoever reads the commit of an action writes it down.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '.github', 'workflows');
/** A workflow or an action of this repository, of the same commit. */
const OURS = /^\.\//;
const ACTION = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;
const IMAGE = /^(?:docker:\/\/)?[\w./:-]+@sha256:[0-9a-f]{64}$/;

/**
 * What the lines of a workflow name without a digest. An image in a command has to come from a variable whose name ends with IMAGE, so that it is
 * found here: a command that names one itself is told of, too.
 * @param {string} text
 * @returns {{line: number, name: string}[]}
 */
function unpinned(text) {
  /** @type {{line: number, name: string}[]} */
  const found = [];
  for (const [index, line] of text.split('\n').entries()) {
    const told = (/** @type {string} */ name) => found.push({ line: index + 1, name });
    if (/^\s*#/.test(line)) continue;
    const [, key = '', value = ''] = /^\s*(?:-\s+)?["']?([\w-]+)["']?\s*:\s*(.*?)\s*(?:\s#.*)?$/.exec(line) ?? [];
    const name = value.replace(/^(["'])(.*)\1$/, '$2');
    if (key === 'uses' && !OURS.test(name) && !ACTION.test(name) && !IMAGE.test(name)) told(name);
    // A container with more to say names its image in a line of its own.
    const isImage = key === 'image' || /_?IMAGE$/.test(key) || (key === 'container' && name !== '');
    if (isImage && !IMAGE.test(name)) told(name);
    // A mapping in one line could hide what is looked for.
    if (/[{,]\s*["']?(?:uses|image|container)["']?\s*:/.test(line)) told(line.trim());
    if (/\bdocker\s+(?:\w+\s+)*?(?:run|pull|create|build)\b/.test(line) && !/"\$[A-Z_]*IMAGE"/.test(line))
      told(line.trim());
  }
  return found;
}

/**
 * One line for each of the folder's workflows that names something without a digest.
 * @param {string} folder
 */
function complaints(folder) {
  return readdirSync(folder)
    .filter((file) => /\.ya?ml$/.test(file))
    .sort()
    .flatMap((file) =>
      unpinned(readFileSync(join(folder, file), 'utf8')).map(({ line, name }) => `  ${file}:${line} ${name}`),
    );
}

if (process.argv[1] === import.meta.filename) {
  const found = complaints(process.argv[2] ?? FOLDER);
  if (found.length > 0) {
    const sentence =
      'There is no release: what it would run can be changed by others, because it is named without a digest. Read the commit of each action and ' +
      'the image of each name, and write its digest in the name’s place (docs/releasing.md):';
    process.stderr.write(`${[sentence, ...found].join('\n')}\n`);
    process.exitCode = 1;
  } else process.stderr.write('Every action and every image is named by its digest.\n');
}
