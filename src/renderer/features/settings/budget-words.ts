// The request budget in words. Pure.

/**
 * What is left of the limit, and until when. A minute that is over says nothing of the next one: another program may have begun it, so
 * nothing is called full that nobody was asked about. `isCurrent` is false for such a number.
 */
export function budgetWords(
  remaining: number,
  limit: number,
  secondsLeft: number,
): { readonly title: string; readonly note: string; readonly isCurrent: boolean } {
  const isCurrent = secondsLeft > 0 || remaining >= limit;
  const rest = remaining >= limit ? 'Full again' : 'Not asked since';
  const title = `${remaining} of ${limit} requests ${isCurrent ? 'left' : 'were left'}`;
  return { title, note: secondsLeft > 0 ? `Resets in ${secondsLeft} s` : rest, isCurrent };
}
