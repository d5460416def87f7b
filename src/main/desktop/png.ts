// A picture of pixels as the bytes of a PNG file (ISO/IEC 15948): 8 bits a channel with alpha, not interlaced. Pure.
import { crc32, deflateSync } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha, not premultiplied, row after row. */
  readonly rgba: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BYTES_A_PIXEL = 4;

export function pngOf({ width, height, rgba }: Pixels): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bits a channel, colour with alpha; then deflate, the five filters, no interlace: all zero.
  header.set([8, 6], 8);
  const stride = width * BYTES_A_PIXEL;
  const rows = Buffer.alloc(height * (stride + 1));
  // Each row begins with its filter: none.
  for (let y = 0; y < height; y += 1) rows.set(rgba.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
