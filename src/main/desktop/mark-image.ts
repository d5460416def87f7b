// The console's mark in the sizes of trays and taskbars, drawn from the same numbers as icon.svg: so every size and
// state is sharp and nothing has to be shipped beside the program. Pure.
import { pngOf } from './png.ts';
import type { Mark } from './tray-view.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** Units of icon.svg. */
const SIDE = 24;
const CORNER = 7;
const STROKE = 2.2;
const LETTER: readonly (readonly [x: number, y: number])[] = [
  [6.5, 16],
  [6.5, 8.6],
  [12, 13.8],
  [17.5, 8.6],
  [17.5, 16],
];
/** Lower right; the ring around it is left free, so that it stands apart on any ground. */
const DOT = { x: 18.5, y: 18.5, radius: 4.5, ring: 1.5, hole: 2.2, bar: { width: 5.6, height: 1.9 } } as const;

const BRAND: Colour = [0x4a, 0x5f, 0xd9];
const WHITE: Colour = [0xff, 0xff, 0xff];
/** What macOS paints over; it looks at alpha alone. */
const INK: Colour = [0, 0, 0];
const DOTS: Readonly<Record<Exclude<Mark, 'calm'>, Colour>> = {
  paused: [0x8b, 0x93, 0xa1],
  news: [0x2f, 0xb3, 0x6f],
  trouble: [0xe8, 0x8a, 0x0c],
};

/** Samples a pixel side: 16 give 16 levels of every edge and more. */
const SAMPLES = 4;

/** The mark of a state, `size` pixels a side, as PNG. As a template it is one colour with alpha, which macOS paints itself. */
export function markImage(mark: Mark, size: number, isTemplate: boolean): Buffer {
  return drawn(size, (x, y) => markAt(mark, isTemplate, x, y));
}

/** A plain dot, for the overlay of a taskbar button. */
export function dotImage(size: number): Buffer {
  return drawn(size, (x, y) => (Math.hypot(x - SIDE / 2, y - SIDE / 2) <= SIDE / 2 ? DOTS.trouble : null));
}

/** The colour at a point of the mark; null where it is empty. */
function markAt(mark: Mark, isTemplate: boolean, x: number, y: number): Colour | null {
  if (mark !== 'calm') {
    const [dx, dy] = [x - DOT.x, y - DOT.y];
    const fromDot = Math.hypot(dx, dy);
    if (fromDot <= DOT.radius) return isHole(mark, dx, dy) ? null : isTemplate ? INK : DOTS[mark];
    if (fromDot <= DOT.radius + DOT.ring) return null;
  }
  if (!isInSquare(x, y)) return null;
  if (!isOnLetter(x, y)) return isTemplate ? INK : BRAND;
  return isTemplate ? null : WHITE;
}

/** The dots are told apart without colour too: paused is a ring, trouble carries a bar. */
function isHole(mark: Mark, dx: number, dy: number): boolean {
  if (mark === 'paused') return Math.hypot(dx, dy) < DOT.hole;
  return mark === 'trouble' && Math.abs(dx) < DOT.bar.width / 2 && Math.abs(dy) < DOT.bar.height / 2;
}

function isInSquare(x: number, y: number): boolean {
  return Math.hypot(beyond(x), beyond(y)) <= CORNER;
}

/** How far a coordinate lies within the zone of the corners. */
function beyond(at: number): number {
  return Math.max(CORNER - at, at - (SIDE - CORNER), 0);
}

function isOnLetter(x: number, y: number): boolean {
  return LETTER.some((from, at) => {
    const to = LETTER[at + 1];
    return to !== undefined && distance(x, y, from, to) <= STROKE / 2;
  });
}

/** From a point to a line between two others. */
function distance(
  x: number,
  y: number,
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}

/** Every pixel is the mean of its samples; the empty ones take no part in its colour. */
function drawn(size: number, colourAt: (x: number, y: number) => Colour | null): Buffer {
  const rgba = new Uint8Array(size * size * 4);
  const step = SIDE / size / SAMPLES;
  for (let pixel = 0; pixel < size * size; pixel += 1) {
    const [column, row] = [pixel % size, Math.floor(pixel / size)];
    let [red, green, blue, hits] = [0, 0, 0, 0];
    for (let sample = 0; sample < SAMPLES ** 2; sample += 1) {
      const x = (column * SAMPLES + (sample % SAMPLES) + 0.5) * step;
      const y = (row * SAMPLES + Math.floor(sample / SAMPLES) + 0.5) * step;
      const colour = colourAt(x, y);
      if (colour === null) continue;
      red += colour[0];
      green += colour[1];
      blue += colour[2];
      hits += 1;
    }
    if (hits === 0) continue;
    rgba.set([red / hits, green / hits, blue / hits, (255 * hits) / SAMPLES ** 2].map(Math.round), pixel * 4);
  }
  return pngOf({ width: size, height: size, rgba });
}
