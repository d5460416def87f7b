// How large the answers of each endpoint may be: as specified lengths come to, else many times what is needed.
import { ORDER_LENGTHS } from '../../../domain/create/order.ts';

export interface AnswerLimits {
  /** Of the whole body. */
  readonly bytes: number;
  /** Where the records are: in `data.items`, in `data` as a list, or `data` itself. */
  readonly records: 'page' | 'list' | 'one';
  readonly most: number;
  readonly recordBytes: number;
  readonly recordValues: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;
/** JSON may write each character of the first plane as \uXXXX, and those beyond it as two. */
const BYTES_A_CHARACTER = 12;
/** "per_page (integer, 1 to 100)". */
export const MOST_PER_PAGE = 100;
/** What stands around the records; an error's message and details are no longer than is kept of them. */
const ENVELOPE_BYTES = 64 * KIB;

const { callback_url: url, customer_id: customer, external_id: id, purpose } = ORDER_LENGTHS;
/** The texts of an invoice whose lengths are specified. */
const SPECIFIED_CHARACTERS = id.max + customer.max + purpose.max + 3 * url.max;
/** The payment link, names, logo, amounts, instants and unknown fields, of which the specification says no lengths. */
const OPEN_BYTES = 40 * KIB;
/** 64 KiB: an ordinary record has two. */
const RECORD_BYTES = roundedUp(SPECIFIED_CHARACTERS * BYTES_A_CHARACTER + OPEN_BYTES);
/** An invoice has about forty. */
const RECORD_VALUES = 2_000;

const RECORD = { recordBytes: RECORD_BYTES, recordValues: RECORD_VALUES };

/** What 100 invoices or withdrawals take: 6.3 MiB; an ordinary page has 0.2. A server that adds rows is read all the same, up to as many again. */
export const PAGE_LIMITS: AnswerLimits = {
  bytes: MOST_PER_PAGE * RECORD_BYTES + ENVELOPE_BYTES,
  records: 'page',
  most: 2 * MOST_PER_PAGE,
  ...RECORD,
};

export const RECORD_LIMITS: AnswerLimits = {
  bytes: RECORD_BYTES + ENVELOPE_BYTES,
  records: 'one',
  most: 1,
  ...RECORD,
};

/** "Exactly one webhook is sent"; a correction may add one. Its attempts repeat what receivers answered, which has no bound: 8 MiB in all. */
export const DELIVERIES_LIMITS: AnswerLimits = {
  bytes: 8 * MIB,
  records: 'list',
  most: 50,
  recordBytes: 8 * MIB,
  // 500 attempts are kept, each of ten fields, and a payload.
  recordValues: 10_000,
};

export const DELIVERY_LIMITS: AnswerLimits = { ...DELIVERIES_LIMITS, records: 'one', most: 1 };

/** Every currency of the world, from two sources, on two sides, is 720. */
export const CATALOGUE_LIMITS: AnswerLimits = {
  bytes: 4 * MIB,
  records: 'list',
  most: 2_000,
  recordBytes: 16 * KIB,
  recordValues: 100,
};

function roundedUp(bytes: number): number {
  return Math.ceil(bytes / (8 * KIB)) * 8 * KIB;
}
