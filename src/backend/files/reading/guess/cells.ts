// What a text of a cell looks like, whatever the format.
import { DATE_ORDERS } from '../../../../domain/ledger/import.ts';
import { isUuid } from '../../../../domain/kernel/text/uuid.ts';
import { dayOf } from '../cell-date.ts';

const MAX_LOOK = 128;
/** Digits with marks, with at most a sign and a currency around them. */
const AMOUNT = /^\(?[-+\u2212]?[^\d\s.,()]{0,4}\s?[-+\u2212]?\d[\d\s.,'’\u00a0\u202f]{0,40}\s?[^\d\s()]{0,5}\)?$/u;
const HASH = /^(?:0x)?[0-9a-f]{64}$/i;
const ADDRESS =
  /^(?:0x[0-9a-f]{40}|T[1-9A-HJ-NP-Za-km-z]{33}|[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[0-9a-z]{25,60}|[EU]Q[\w-]{46})$/i;
const CODE = /^[A-Z]{3,5}$/;

export function looksLikeAmount(text: string): boolean {
  return text.length <= MAX_LOOK && AMOUNT.test(text.trim());
}

/** In any order. */
export function looksLikeDate(text: string): boolean {
  const day = text.trim().slice(0, MAX_LOOK).split(/[T ,]/)[0] ?? '';
  return day.length >= 6 && DATE_ORDERS.some((order) => dayOf(day, order) !== null) && !/^\d{8}$/.test(day);
}

export function looksLikeHash(text: string): boolean {
  return HASH.test(text.trim());
}

export function looksLikeAddress(text: string): boolean {
  return text.length <= MAX_LOOK && ADDRESS.test(text.trim());
}

export function looksLikeCode(text: string): boolean {
  return CODE.test(text.trim());
}

export function looksLikeUuid(text: string): boolean {
  return isUuid(text.trim());
}

/** Nothing that anybody would call a column. */
export function looksLikeData(text: string): boolean {
  return (
    looksLikeAmount(text) || looksLikeDate(text) || looksLikeHash(text) || looksLikeAddress(text) || looksLikeUuid(text)
  );
}
