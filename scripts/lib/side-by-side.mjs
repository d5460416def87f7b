/**
 * Runs steps side by side, each as soon as those are over that it comes after, and prints what they say in the order of the list: of the first that
 * is not over at once, of the others when their turn comes. A step that fails, or throws, hides none of the others. Not here: what the steps are.
 */

/**
 * @template Result
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} after Names of steps that must be over, however they ended; those that are not in the list are not waited for
 * @property {(tell: (piece: string | Uint8Array) => void) => Promise<Result>} work
 */

/**
 * @template Result
 * @param {readonly Step<Result>[]} steps
 * @param {object} how
 * @param {(piece: string | Uint8Array) => void} how.write Where everything is printed
 * @param {(error: Error) => Result} how.thrown What a step comes to that throws; the error is printed
 * @param {(step: Step<Result>, result: Result, seconds: string) => string} how.ended The last line of a step
 * @returns {Promise<{ name: string, result: Result, seconds: string }[]>} In the order of the list
 */
export async function runSideBySide(steps, { write, thrown, ended }) {
  /** @type {Map<string, { pieces: (string | Uint8Array)[], isOver: boolean }>} */
  const said = new Map(steps.map(({ name }) => [name, { pieces: [], isOver: false }]));
  // Prints what may be printed: everything of those that are over, up to the first that is not, and that one so far.
  const flush = () => {
    for (const { pieces, isOver } of said.values()) {
      for (const piece of pieces.splice(0)) write(piece);
      if (!isOver) return;
    }
  };
  /** @type {Map<string, Promise<{ name: string, result: Result, seconds: string }>>} */
  const running = new Map();
  const begin = async (/** @type {Step<Result>} */ step) => {
    for (const name of step.after) await running.get(name);
    const own = said.get(step.name);
    const tell = (/** @type {string | Uint8Array} */ piece) => {
      own?.pieces.push(piece);
      flush();
    };
    tell(`\n== ${step.name}\n`);
    const started = Date.now();
    /** @type {Result} */
    let result;
    try {
      result = await step.work(tell);
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      tell(`${cause.stack ?? cause.message}\n`);
      result = thrown(cause);
    }
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    tell(ended(step, result, seconds));
    if (own !== undefined) own.isOver = true;
    flush();
    return { name: step.name, result, seconds };
  };
  // In the order of the list, so that what a step comes after has been begun before it.
  for (const step of steps) running.set(step.name, begin(step));
  return Promise.all(running.values());
}
