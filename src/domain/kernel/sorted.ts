// Looking things up in what is sorted.

/** The index of the first that `isLater`, where all that are follow all that are not; the length where none is. */
export function firstLater<Item>(sorted: readonly Item[], isLater: (item: Item) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = sorted[middle];
    if (item !== undefined && isLater(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
