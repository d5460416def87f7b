/**
 * Pictures of payment methods and networks, as a service has them beside its interface: drawn here, small, without a key and without counting. Each
 * name has its own colour and pattern. Not here: which records name them (catalog, render).
 */
import { crc32, deflateSync } from 'node:zlib';

const SIDE = 48;
const PATH = /^\/static\/(?:methods|networks)\/([a-z0-9-]{1,64})\.png$/;

/** The picture of a path, a PNG; null where there is none. */
export function pictureAt(path: string): Buffer | null {
  const name = PATH.exec(path)?.[1];
  return name === undefined ? null : png(pixelsOf(crc32(name)));
}

/** A disc in the colour of the name with a mark in it, symmetric to its middle; outside nothing. */
function pixelsOf(number: number): Buffer {
  const colour = [number & 127, (number >>> 7) & 127, (number >>> 14) & 127].map((part) => part + 32);
  const pixels = Buffer.alloc(SIDE * (1 + SIDE * 4));
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const [right, down] = [x - (SIDE - 1) / 2, y - (SIDE - 1) / 2];
      if (Math.hypot(right, down) > SIDE / 2) continue;
      const cell = Math.floor(Math.abs(right) / 5) + 3 * Math.floor(y / 8 - 1);
      const isMark = Math.abs(right) < 15 && y >= 8 && y < SIDE - 8 && ((number >>> cell) & 1) === 1;
      const at = y * (1 + SIDE * 4) + 1 + x * 4;
      pixels.set(isMark ? [255, 255, 255, 255] : [...colour, 255], at);
    }
  }
  return pixels;
}

/** Eight bits of red, green, blue and alpha; each line without a filter. */
function png(lines: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
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
