/**
 * What kind of picture some bytes are, by what they say themselves and not by any header: PNG, JPEG, WebP or GIF, one picture, whole, and of a
 * size that a screen can take. Only heads and lengths are read; nothing is decoded. SVG is none of them: it is a program. Pure. Not here:
 * where the bytes come from (backend/api/logo-fetch).
 */

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

export interface Picture {
  readonly type: PictureType;
  readonly width: number;
  readonly height: number;
}

/** Bytes of a picture, at most; a logo has a tenth of it. */
export const MOST_PICTURE_BYTES = 64 * 1024;
/** Pixels of each side, at most: a few bytes can claim a picture that takes gigabytes to unfold. */
const MOST_PIXELS = 1_024;

/** The picture that the bytes hold from the first to the last; null when they do not, or it is too large, or it moves. */
export function pictureIn(bytes: Uint8Array): Picture | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const picture = pngIn(view) ?? gifIn(view) ?? webpIn(view) ?? jpegIn(view);
    return picture !== null && isFit(picture.width) && isFit(picture.height) ? picture : null;
  } catch (error) {
    // Lengths that lead out of the bytes: they are not whole.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isFit(pixels: number): boolean {
  return pixels >= 1 && pixels <= MOST_PIXELS;
}

/** True where these characters stand. */
function hasText(view: DataView, at: number, text: string): boolean {
  if (at + text.length > view.byteLength) return false;
  for (let index = 0; index < text.length; index += 1) {
    if (view.getUint8(at + index) !== text.charCodeAt(index)) return false;
  }
  return true;
}

function pngIn(view: DataView): Picture | null {
  if (!hasText(view, 0, '\u0089PNG\r\n\u001a\n') || view.getUint32(8) !== 13 || !hasText(view, 12, 'IHDR')) return null;
  let hasData = false;
  for (let at = 8; ; at += 12 + view.getUint32(at)) {
    if (hasText(view, at + 4, 'acTL') || (at > 8 && hasText(view, at + 4, 'IHDR'))) return null;
    hasData ||= hasText(view, at + 4, 'IDAT');
    if (!hasText(view, at + 4, 'IEND')) continue;
    const isWhole = hasData && view.getUint32(at) === 0 && at + 12 === view.byteLength;
    return isWhole ? { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) } : null;
  }
}

function gifIn(view: DataView): Picture | null {
  if (!hasText(view, 0, 'GIF87a') && !hasText(view, 0, 'GIF89a')) return null;
  const picture: Picture = { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
  let at = 13 + colours(view.getUint8(10));
  for (let frames = 0; ; ) {
    const block = view.getUint8(at);
    if (block === 0x3b) return frames === 1 && at + 1 === view.byteLength ? picture : null;
    if (block === 0x21) at = afterSubBlocks(view, at + 2);
    else if (block === 0x2c && frames === 0) {
      const right = view.getUint16(at + 1, true) + view.getUint16(at + 5, true);
      const bottom = view.getUint16(at + 3, true) + view.getUint16(at + 7, true);
      if (right > picture.width || bottom > picture.height) return null;
      frames += 1;
      at = afterSubBlocks(view, at + 11 + colours(view.getUint8(at + 9)));
    } else return null;
  }
}

/** Bytes of the table of colours that the flags announce. */
function colours(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function afterSubBlocks(view: DataView, from: number): number {
  let at = from;
  for (let size = view.getUint8(at); size > 0; size = view.getUint8(at)) at += size + 1;
  return at + 1;
}

function webpIn(view: DataView): Picture | null {
  if (!hasText(view, 0, 'RIFF') || !hasText(view, 8, 'WEBP') || view.getUint32(4, true) + 8 !== view.byteLength)
    return null;
  let canvas: Picture | null = null;
  let frame: Picture | null = null;
  for (let at = 12; at < view.byteLength; ) {
    const size = view.getUint32(at + 4, true);
    if (hasText(view, at, 'ANIM') || hasText(view, at, 'ANMF')) return null;
    if (hasText(view, at, 'VP8X')) canvas = webp(uint24(view, at + 12) + 1, uint24(view, at + 15) + 1);
    const own = webpFrame(view, at, size);
    if (own !== null && frame !== null) return null;
    frame ??= own;
    at += 8 + size + (size % 2);
    if (at > view.byteLength) return null;
  }
  if (frame === null || canvas === null) return frame;
  return frame.width <= canvas.width && frame.height <= canvas.height ? canvas : null;
}

function webpFrame(view: DataView, at: number, size: number): Picture | null {
  if (hasText(view, at, 'VP8 ') && size >= 10 && uint24(view, at + 11) === 0x2a019d) {
    return webp(view.getUint16(at + 14, true) & 0x3fff, view.getUint16(at + 16, true) & 0x3fff);
  }
  if (!hasText(view, at, 'VP8L') || size < 5 || view.getUint8(at + 8) !== 0x2f) return null;
  const bits = view.getUint32(at + 9, true);
  return webp((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
}

function webp(width: number, height: number): Picture {
  return { type: 'image/webp', width, height };
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
}

/** Marks of a frame: baseline, extended and progressive. What else there is no browser shows. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);

function jpegIn(view: DataView): Picture | null {
  const end = view.byteLength - 2;
  if (view.getUint16(0) !== 0xffd8 || view.getUint16(end) !== 0xffd9) return null;
  let picture: Picture | null = null;
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return null;
    const mark = view.getUint8(at + 1);
    // The scan begins: what follows has no lengths, and ends with the mark that was found.
    if (mark === 0xda) return picture;
    if (mark < 0xc0 || mark === 0xd8 || mark === 0xd9 || view.getUint16(at + 2) < 2) return null;
    if (!FRAMES.has(mark)) continue;
    if (picture !== null) return null;
    picture = { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
}
