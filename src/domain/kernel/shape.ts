// What the declared shapes of answers are made of.
import { z } from 'zod';
import { fieldOf } from './fields.ts';
import { isExactDecimal, isMoney } from './money/money.ts';

/** As it is told: nobody changes an answer. */
export type Told<Value> = Value extends object ? { readonly [Key in keyof Value]: Told<Value[Key]> } : Value;
export type ToldOf<Schema extends z.ZodType> = Told<z.output<Schema>>;

/** An exact amount, or a sum or difference of amounts, in the one accepted notation. */
export const money = z.string().refine(isExactDecimal, 'not an amount in the accepted notation');
export const moneyOrNull = money.nullable();
/** As a person types it. What is none is refused before anything is asked of its value. */
export const typedMoney = z
  .string()
  .refine(isMoney, { error: 'not an amount in the accepted notation (49.90)', abort: true });
/** ISO UTC. */
export const instant = z.string();
export const textOrNull = z.string().nullable();
export const count = z.number().int();
export const countOrNull = count.nullable();
export const natural = count.nonnegative();

/** The field at the end of a path into a shape; undefined where there is none. */
export function partOfShape(shape: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((of, name) => fieldOf(fieldOf(of, 'shape'), name), shape);
}

/** What a field of a shape holds, however often it is missing. */
export function kindOfField(field: unknown): 'amount' | 'instant' | 'number' | 'flag' | 'text' {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) return kindOfField(field.unwrap());
  if (field === money || field === typedMoney) return 'amount';
  if (field === instant) return 'instant';
  if (field instanceof z.ZodNumber) return 'number';
  return field instanceof z.ZodBoolean ? 'flag' : 'text';
}
