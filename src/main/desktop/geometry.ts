// Where a window goes: what was kept is put back only as far as the displays of today show it, with a title bar that can be reached.

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** As much of the title bar must lie on one display that it can be grasped. */
const TITLE_HEIGHT = 32;
const GRASP_WIDTH = 120;
/** A window that opens over another of its kind stands aside by so much. */
const ASIDE = 28;

/**
 * The bounds of a window: the kept ones, made no larger than the display they lie on and moved back onto one when their title bar cannot be
 * reached; without kept ones the wanted size in the middle of the first display. `areas` are the work areas of the displays, the primary first.
 */
export function placeWindow(kept: Rectangle | null, wanted: Size, areas: readonly Rectangle[]): Rectangle {
  const [primary] = areas;
  // A system that names no display has nothing to correct by.
  if (primary === undefined) return kept ?? { x: 0, y: 0, ...wanted };
  if (kept === null) return centred(wanted, primary);
  const area = areas.toSorted((one, other) => overlap(kept, other) - overlap(kept, one))[0] ?? primary;
  const fitted = { ...kept, ...smaller(kept, area) };
  if (areas.some((one) => isGraspable(fitted, one))) return fitted;
  return overlap(kept, area) > 0 ? inside(fitted, area) : centred(fitted, primary);
}

/** The bounds, or as far aside as it takes that no window of those `others` has the same corner. */
export function placeAside(bounds: Rectangle, others: readonly Rectangle[], areas: readonly Rectangle[]): Rectangle {
  let place = bounds;
  // With one step more than there are windows a free one is found, or there is no room for any.
  for (let step = 0; step <= others.length; step += 1) {
    const { x, y } = place;
    if (!others.some((other) => other.x === x && other.y === y)) return place;
    place = standAside(place, areas);
  }
  return place;
}

/** The same bounds a little lower and to the right; back at the corner of its display where there is no more room. */
export function standAside(bounds: Rectangle, areas: readonly Rectangle[]): Rectangle {
  const moved = { ...bounds, x: bounds.x + ASIDE, y: bounds.y + ASIDE };
  const area = areas.find((one) => overlap(bounds, one) > 0);
  if (area === undefined || contains(area, moved)) return moved;
  return { ...bounds, x: area.x, y: area.y };
}

/** Can its title bar be grasped on that display? */
function isGraspable(bounds: Rectangle, area: Rectangle): boolean {
  const across = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const isInHeight = bounds.y >= area.y && bounds.y + TITLE_HEIGHT <= area.y + area.height;
  return isInHeight && across >= Math.min(GRASP_WIDTH, bounds.width);
}

function smaller(size: Size, area: Rectangle): Size {
  return { width: Math.min(size.width, area.width), height: Math.min(size.height, area.height) };
}

function centred(size: Size, area: Rectangle): Rectangle {
  const { width, height } = smaller(size, area);
  return {
    x: area.x + Math.floor((area.width - width) / 2),
    y: area.y + Math.floor((area.height - height) / 2),
    width,
    height,
  };
}

function inside(bounds: Rectangle, area: Rectangle): Rectangle {
  const most = { x: area.x + area.width - bounds.width, y: area.y + area.height - bounds.height };
  return {
    ...bounds,
    x: Math.max(area.x, Math.min(bounds.x, most.x)),
    y: Math.max(area.y, Math.min(bounds.y, most.y)),
  };
}

function contains(area: Rectangle, { x, y, width, height }: Rectangle): boolean {
  return x >= area.x && y >= area.y && x + width <= area.x + area.width && y + height <= area.y + area.height;
}

/** The area that both cover. */
function overlap(one: Rectangle, other: Rectangle): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}
