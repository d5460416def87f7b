/**
 * What a page has asked for, waited for and told from everything else that it asks for: a page reads again whenever something has changed,
 * so that the last call seen is no answer to the last key pressed. Not here: the server (scripted-engine.ts).
 */
import { expect } from '@playwright/test';
import type { CallName } from '../../../src/contract/calls.ts';
import type { ScriptedEngine } from './scripted-engine.ts';

/** Waits until a call was asked with this much at least, whatever was asked before and since. Nested objects may hold more, lists may not. */
export async function expectAsked(engine: ScriptedEngine, call: CallName, like: object): Promise<void> {
  await expect.poll(() => engine.inputsOf(call)).toContainEqual(atLeast(like));
}

function atLeast(like: unknown): unknown {
  if (Array.isArray(like)) return like.map(atLeast);
  // What is no plain object is a matcher of its own, and stays.
  if (typeof like !== 'object' || like === null || Object.getPrototypeOf(like) !== Object.prototype) return like;
  return expect.objectContaining(Object.fromEntries(Object.entries(like).map(([key, value]) => [key, atLeast(value)])));
}
