/**
 * A console knew one key of releases: whoever lost it could never offer a newer version again, and one that was stolen could not be replaced. Now a
 * build knows the key in use and the one that follows it, and takes the word of either; a list also counts for ninety days at most, and no
 * longer for four hundred.
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { stableJson } from '../../../src/domain/kernel/fields.ts';
import { parseVersion } from '../../../src/domain/console/update.ts';
import { readUpdateBuild, updateBuildText } from '../../../src/main/updates/build.ts';
import { readManifest } from '../../../src/main/updates/manifest.ts';
import { REFUSALS } from '../../../src/main/updates/refusal.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-03-01T12:00:00Z');
const [former, present, next, stranger] = [0, 1, 2, 3].map(() => generateKeyPairSync('ed25519'));

function textOf(key: KeyObject | undefined): string {
  return key?.export({ format: 'der', type: 'spki' }).toString('base64') ?? '';
}

/** The version that a console takes from a list, which counts for so many days, or the sentence of its refusal. */
function taken(signer: typeof former, days = 30): string {
  const build = readUpdateBuild(
    updateBuildText({
      MC_UPDATE_ADDRESS: 'https://console.example/release.txt',
      MC_UPDATE_KEY: textOf(present?.publicKey),
      MC_UPDATE_NEXT_KEY: textOf(next?.publicKey),
    }),
  );
  const [current, at] = [parseVersion('1.0.0'), (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`];
  if (build === null || current === null || signer === undefined) throw new Error('no build');
  const list = {
    product: 'merchant-console',
    version: '2.0.0',
    channel: 'stable',
    released: at(NOW),
    expires: at(NOW + days * DAY_MS),
    files: {},
  };
  const body = Buffer.from(`${stableJson(list)}\n`);
  const bytes = Buffer.concat([Buffer.from(`${sign(null, body, signer.privateKey).toString('base64')}\n`), body]);
  const { keys, channel } = build;
  const rules = { keys, channel, current, highest: null, target: 'linux-x64', ending: null, nowMs: NOW + 1_000 };
  try {
    return readManifest(bytes, rules)?.version.text ?? 'none';
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
}

describe('a list of a release', () => {
  test('is taken when the key in use signed it, and when the one that follows it did', () => {
    expect([taken(present), taken(next)]).toEqual(['2.0.0', '2.0.0']);
  });

  test('is refused when a key that was replaced signed it, or one that never was ours', () => {
    expect([taken(former), taken(stranger)]).toEqual([REFUSALS.signature, REFUSALS.signature]);
  });

  test('counts for ninety days and no day more', () => {
    expect([taken(present, 90), taken(present, 91)]).toEqual(['2.0.0', REFUSALS['too-long']]);
  });
});
