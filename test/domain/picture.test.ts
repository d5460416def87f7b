/** Which bytes are a picture that may be shown: each kind by hand, whole, cut at every byte, and with sizes that nobody should unfold. */
import { describe, expect, it } from 'vitest';
import { pictureIn } from '../../src/domain/picture.ts';
import { seeded } from '../support/seeded.ts';

const text = (words: string): number[] => [...Buffer.from(words, 'latin1')];
const be16 = (number: number): number[] => [(number >> 8) & 255, number & 255];
const be32 = (number: number): number[] => [...be16(Math.floor(number / 65_536)), ...be16(number & 0xffff)];
const le16 = (number: number): number[] => be16(number).toReversed();
const le24 = (number: number): number[] => [...le16(number), (number >> 16) & 255];
const le32 = (number: number): number[] => be32(number).toReversed();

const pngChunk = (type: string, data: readonly number[]): number[] => [
  ...be32(data.length),
  ...text(type),
  ...data,
  ...be32(0),
];
const png = (width: number, height: number, more: readonly number[] = []): number[] => [
  ...text('\u0089PNG\r\n\u001a\n'),
  ...pngChunk('IHDR', [...be32(width), ...be32(height), 8, 6, 0, 0, 0]),
  ...more,
  ...pngChunk('IDAT', [1, 2, 3]),
  ...pngChunk('IEND', []),
];
const gifFrame = (width: number, height: number): number[] => [
  0x2c,
  0,
  0,
  0,
  0,
  ...le16(width),
  ...le16(height),
  0,
  2,
  1,
  9,
  0,
];
const gif = (width: number, height: number, frames: readonly number[] = gifFrame(width, height)): number[] => [
  ...text('GIF89a'),
  ...le16(width),
  ...le16(height),
  0x80,
  0,
  0,
  ...text('\u0001\u0002\u0003\u0004\u0005\u0006'),
  ...text('!\u00f9\u0004\u0000\u0000\u0000\u0000\u0000'),
  ...frames,
  0x3b,
];
const jpeg = (width: number, height: number, mark = 0xc0): number[] => [
  255,
  216,
  255,
  224,
  0,
  4,
  1,
  2,
  255,
  mark,
  ...be16(8),
  8,
  ...be16(height),
  ...be16(width),
  1,
  255,
  218,
  0,
  3,
  0,
  77,
  77,
  255,
  217,
];
const riff = (...chunks: readonly (readonly number[])[]): number[] => {
  const body = [...text('WEBP'), ...chunks.flat()];
  return [...text('RIFF'), ...le32(body.length), ...body];
};
const webpChunk = (type: string, data: readonly number[]): number[] => [
  ...text(type),
  ...le32(data.length),
  ...data,
  ...(data.length % 2 === 0 ? [] : [0]),
];
const lossy = (width: number, height: number): number[] =>
  webpChunk('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...le16(width), ...le16(height)]);
const lossless = (width: number, height: number): number[] =>
  webpChunk('VP8L', [0x2f, ...le32((width - 1) | ((height - 1) << 14))]);
const canvas = (width: number, height: number): number[] =>
  webpChunk('VP8X', [0, 0, 0, 0, ...le24(width - 1), ...le24(height - 1)]);

const look = (bytes: readonly number[]): unknown => pictureIn(Uint8Array.from(bytes));
const KINDS: readonly [string, string, (width: number, height: number) => number[]][] = [
  ['PNG', 'image/png', png],
  ['GIF', 'image/gif', gif],
  ['JPEG', 'image/jpeg', jpeg],
  ['progressive JPEG', 'image/jpeg', (width, height) => jpeg(width, height, 0xc2)],
  ['lossy WebP', 'image/webp', (width, height) => riff(lossy(width, height))],
  ['lossless WebP', 'image/webp', (width, height) => riff(lossless(width, height))],
  ['extended WebP', 'image/webp', (width, height) => riff(canvas(width, height), lossless(width, height))],
];

describe.each(KINDS)('a %s', (_, type, make) => {
  it('is known by what it says itself, up to 1,024 pixels a side', () => {
    expect(look(make(48, 32))).toEqual({ type, width: 48, height: 32 });
    expect(look(make(1_024, 1))).toEqual({ type, width: 1_024, height: 1 });
    expect(look(make(1_025, 1))).toBeNull();
    expect(look(make(1, 1_025))).toBeNull();
  });

  it('is none when it is cut anywhere, or something follows it', () => {
    const whole = make(48, 32);
    for (let length = 0; length < whole.length; length += 1)
      expect(look(whole.slice(0, length)), `${length}`).toBeNull();
    expect(look([...whole, 60])).toBeNull();
  });

  it('never leads out of its bytes, whatever stands in them', () => {
    const random = seeded(7);
    let largest = 0;
    for (let turn = 0; turn < 2_000; turn += 1) {
      const broken = make(48, 32);
      for (let hit = 0; hit < 3; hit += 1) broken[Math.floor(random() * broken.length)] = Math.floor(random() * 256);
      const picture = pictureIn(Uint8Array.from(broken));
      largest = Math.max(largest, picture?.width ?? 0, picture?.height ?? 0);
    }
    expect(largest).toBeLessThanOrEqual(1_024);
  });
});

describe('what is no picture to show', () => {
  it.each<[string, readonly number[]]>([
    ['nothing', []],
    ['a program', text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PNG of no pixels', png(0, 5)],
    ['a PNG with two heads', png(5, 5, pngChunk('IHDR', [...be32(9), ...be32(9), 8, 6, 0, 0, 0]))],
    ['a PNG that moves', png(5, 5, pngChunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0]))],
    ['a GIF that moves', gif(5, 5, [...gifFrame(5, 5), ...gifFrame(5, 5)])],
    ['a GIF whose frame is larger than it', gif(5, 5, gifFrame(5, 60_000))],
    ['a WebP that moves', riff(canvas(5, 5), webpChunk('ANIM', [0, 0, 0, 0, 0, 0]), lossless(5, 5))],
    ['a WebP whose frame is larger than its canvas', riff(canvas(5, 5), lossless(900, 900))],
    ['a JPEG with two frames', [...jpeg(5, 5).slice(0, 18), ...jpeg(9, 9).slice(8)]],
    ['a lossless JPEG', jpeg(5, 5, 0xc3)],
  ])('%s', (_, bytes) => {
    expect(look(bytes)).toBeNull();
  });
});
