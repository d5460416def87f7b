// Calls about the activity log: everything this console has changed, who asked for it and what came of it.
import { z } from 'zod';
import { AUDIT_PROOF } from '../../domain/kernel/audit-chain.ts';
import { ACTIVITY_ENTRY, ACTIVITY_LIST } from '../../domain/news/activity.ts';
import { count } from '../../domain/kernel/shape.ts';
import { facet, narrowedBy, paging } from '../wire/lists.ts';
import { readCall } from '../define.ts';

/** The profile's entries; of all profiles and of the console itself when absent. */
const profile = z.string().min(1).max(64).optional();
export const activityCalls = {
  'activity.page': readCall({
    role: 'viewer',
    scope: 'app',
    doc: 'Newest first; at most 200 at a time.',
    input: z.strictObject({ profile, ...narrowedBy(ACTIVITY_LIST), ...paging }),
    of: ({ profile }) => profile ?? null,
    output: z.object({ rows: z.array(ACTIVITY_ENTRY), total: count }),
  }),
  'activity.facets': readCall({
    role: 'viewer',
    scope: 'app',
    doc: 'How many entries there are of each action, outcome and person.',
    input: z.strictObject({ profile }),
    of: ({ profile }) => profile ?? null,
    output: z.object({ actions: facet, outcomes: facet, users: facet }),
  }),
  'activity.verify': readCall({
    role: 'viewer',
    doc: 'Goes through the [chain](close-format.md#the-audit-log) of the audit log of the business, or with `console` of the console itself, and names the places where what is kept is not what was written.',
    input: z.strictObject({ console: z.boolean().optional() }),
    output: AUDIT_PROOF,
  }),
} as const;
