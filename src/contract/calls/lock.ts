// Calls about the lock of all windows. Locked, the console answers three of them and nothing else.
import { z } from 'zod';
import { LOCK_STATUS, PASSPHRASE, VAULT_PROBLEMS } from '../../domain/console/lock.ts';
import { readCall, writeCall, nothing, whereItEnds } from '../define.ts';

/** A key of a business stands for it, too: whoever forgot the passphrase has one. */
const typed = z.string().trim().min(1).max(512);
/** Whether it was right; `problem`: the key store was in the way, so that nobody knows. */
const tried = z.object({
  ok: z.boolean(),
  problem: z.enum(VAULT_PROBLEMS).optional(),
});

export const lockCalls = {
  'lock.status': readCall({
    role: 'anyone',
    scope: 'app',
    whileLocked: true,
    doc: 'Whether the console is locked. Locked, it answers this call, `lock.open` and `lock.now`, and no other, and pushes `lock.changed` and heartbeats alone.',
    output: LOCK_STATUS,
  }),
  'lock.open': writeCall({
    role: 'host-admin',
    scope: 'app',
    whileLocked: true,
    doc: 'Opens all windows with the passphrase; without one the system is asked who is there, where it can say (`bySystem`). After three wrong ones each costs a wait.',
    input: z.strictObject({ passphrase: typed.optional() }),
    output: tried,
    recording: whereItEnds('lock-console'),
  }),
  'lock.now': writeCall({
    role: 'host-admin',
    scope: 'app',
    whileLocked: true,
    doc: 'Locks all windows at once; `ok` is false where there is no passphrase.',
    output: z.object({ ok: z.boolean() }),
    recording: nothing('hides what is on screen'),
  }),
  'lock.touch': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'A person is at a window: the time until it locks by itself begins anew.',
    recording: nothing('somebody is there'),
  }),
  'lock.set': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Sets the passphrase; `present` is the one before. What it is compared with lies in the key store.',
    input: z.strictObject({
      passphrase: z.string().trim().min(PASSPHRASE.min).max(PASSPHRASE.max),
      present: typed.optional(),
    }),
    output: tried,
    recording: whereItEnds('lock-console'),
  }),
  'lock.remove': writeCall({
    role: 'host-admin',
    scope: 'app',
    doc: 'Removes the passphrase: the console is locked no more.',
    input: z.strictObject({ present: typed }),
    output: tried,
    recording: whereItEnds('lock-console'),
  }),
} as const;
