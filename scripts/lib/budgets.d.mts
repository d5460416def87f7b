/** What tests know of the judge of weights (budgets.mjs). */
export interface Weight {
  readonly what: string;
  readonly files: number;
  readonly bytes: number;
  readonly packed: number;
}
export interface Limit {
  readonly bytes: number;
  readonly packed: number;
}
export const LIMITS: Readonly<Record<string, Limit>>;
export function loadedAtOnce(folder: string, entry: string, known?: Set<string>): Set<string>;
export function weighBuild(out: string): readonly Weight[];
export function judgeWeights(
  weights: readonly Weight[],
  limits?: Readonly<Record<string, Limit>>,
): { readonly lines: readonly string[]; readonly complaints: readonly string[] };
