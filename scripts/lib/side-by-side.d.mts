/** Types of side-by-side.mjs for the tests: the scripts are plain JavaScript that runs before anything is installed. */

export interface Step<Result> {
  readonly name: string;
  readonly after: readonly string[];
  readonly work: (tell: (piece: string | Uint8Array) => void) => Promise<Result>;
}

export function runSideBySide<Result>(
  steps: readonly Step<Result>[],
  how: {
    readonly write: (piece: string | Uint8Array) => void;
    readonly thrown: (error: Error) => Result;
    readonly ended: (step: Step<Result>, result: Result, seconds: string) => string;
  },
): Promise<{ name: string; result: Result; seconds: string }[]>;
