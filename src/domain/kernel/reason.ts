// How long a reason is that somebody gives for those who have to understand it later. It stands in the audit log.

/** Characters without the space around them: fewer say nothing. */
export const REASON_CHARACTERS = { least: 3, most: 500 } as const;
