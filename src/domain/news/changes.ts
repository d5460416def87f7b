// What the engine announces: records that changed, which whoever shows them reads again, and trouble that a person should know of.

/** Kinds of mirrored records that a screen may show. */
export const MIRROR_CHANGES = [
  'invoices',
  'deliveries',
  'withdrawals',
  'rates',
  'paymentMethods',
  'quarantine',
] as const;

/** Kinds of records of the books that a screen may show. */
export const BOOKS_CHANGES = [
  'exceptions',
  'notes',
  'answers',
  'periods',
  'imports',
  'entries',
  'schedules',
  'requests',
] as const;

export const TROUBLES = [
  'mirror-rebuilt',
  'disk-full',
  'locked',
  'worker-restarted',
  'not-restored',
  'keys-sealed',
] as const;
