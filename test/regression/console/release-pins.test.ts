/**
 * A release was made with actions and images that are named by a version, behind which their owners, or whoever is in their place, can put something
 * else at any time; only a comment said so. Now its first step reads the workflows and stops while one name has no digest.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const WORKFLOWS = join(ROOT, '.github', 'workflows');
const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const IMAGE = `sha256:${'0123456789abcdef'.repeat(4)}`;
const GOOD = `env:
  FEDORA_IMAGE: fedora@${IMAGE} # 43
jobs:
  a:
    uses: ./.github/workflows/b.yml
  b:
    container: node@${IMAGE}
    steps:
      # - uses: actions/comment@v1
      - uses: actions/checkout@${COMMIT} # v5
      - uses: 'actions/cache/save@${COMMIT}'
      - uses: docker://alpine@${IMAGE}
      - run: docker run --rm "$FEDORA_IMAGE" true
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pins-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What the script says of the folder, and how it ends. */
function checked(): Promise<{ readonly isGood: boolean; readonly said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, 'scripts', 'check-pins.mjs'), folder], (error, _printed, said) =>
      resolve({ isGood: error === null, said }),
    );
  });
}

test('a release goes on where every name has its digest', async () => {
  writeFileSync(join(folder, 'release.yml'), GOOD);
  expect(await checked()).toMatchObject({ isGood: true });
});

test('it stops, with a sentence and each place, while one has none', async () => {
  const rows: readonly (readonly [from: string, to: string, told: string])[] = [
    [`actions/checkout@${COMMIT}`, 'actions/checkout@v5', 'release.yml:10 actions/checkout@v5'],
    [`actions/checkout@${COMMIT}`, `actions/checkout@${COMMIT.slice(1)}`, 'release.yml:10 actions/checkout@'],
    [`actions/cache/save@${COMMIT}`, 'actions/cache/save@main', 'release.yml:11 actions/cache/save@main'],
    [`docker://alpine@${IMAGE}`, 'docker://alpine:3', 'release.yml:12 docker://alpine:3'],
    [`container: node@${IMAGE}`, 'container: node:20-bookworm', 'release.yml:7 node:20-bookworm'],
    [`container: node@${IMAGE}`, 'container:\n      image: "node:20"', 'release.yml:8 node:20'],
    [`fedora@${IMAGE}`, 'fedora:43', 'release.yml:2 fedora:43'],
    ['"$FEDORA_IMAGE"', 'fedora:43', 'release.yml:13 '],
    ['- uses: docker', '- { uses: actions/cache@v4 }\n      - uses: docker', 'release.yml:12 '],
  ];
  for (const [from, to, told] of rows) {
    expect(GOOD.split(from)).toHaveLength(2);
    writeFileSync(join(folder, 'release.yml'), GOOD.replace(from, to));
    const { isGood, said } = await checked();
    expect([to, isGood]).toEqual([to, false]);
    expect(said).toMatch(/^There is no release: .*\(docs\/releasing\.md\):\n/);
    expect(said).toContain(told);
  }
});

test('the workflows as they are: a release stops until somebody has written the digests in, and then goes on', async () => {
  for (const file of ['ci.yml', 'release.yml']) copyFileSync(join(WORKFLOWS, file), join(folder, file));
  const isPinned = !/uses: actions\/[\w-]+@v\d/.test(readFileSync(join(folder, 'release.yml'), 'utf8'));
  expect((await checked()).isGood).toBe(isPinned);
  for (const file of ['ci.yml', 'release.yml']) {
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(
      join(folder, file),
      text.replaceAll(/@v\d+\b/g, `@${COMMIT}`).replaceAll(/((?:container|_IMAGE): \w+):[\w-]+/g, `$1@${IMAGE}`),
    );
  }
  expect(await checked()).toMatchObject({ isGood: true });
});
