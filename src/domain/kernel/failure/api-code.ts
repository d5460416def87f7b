// The error codes of the Merchant Payment API (specification, "Errors"), each with what it means and what to do next,
// for people. A total table: a missing code does not compile. Clients branch on the code, never on the message.
import { plainLine } from '../text/plain-text.ts';

export const API_CODES = [
  'API_KEY_INVALID',
  'UNAUTHORIZED',
  'API_KEY_REVOKED',
  'BUSINESS_NOT_ACTIVE',
  'MERCHANT_BLOCKED',
  'DEALS_DISABLED',
  'CURRENCY_NOT_FOUND',
  'MERCHANT_INVOICE_NOT_FOUND',
  'INVOICE_NOT_FOUND',
  'PAYMENT_METHOD_NOT_FOUND',
  'WEBHOOK_NOT_FOUND',
  'WITHDRAWAL_NOT_FOUND',
  'CATEGORY_NOT_FOUND',
  'INVOICE_ALREADY_EXISTS',
  'INVOICE_NOT_PAYABLE',
  'WEBHOOK_NOT_RESENDABLE',
  'VALIDATION_ERROR',
  'CURRENCY_NOT_ALLOWED',
  'AMOUNT_OUT_OF_RANGE',
  'INVOICE_URLS_MISSING',
  'RATE_LIMITED',
  'TOO_MANY_UNPAID_INVOICES',
  'WEBHOOK_RESEND_TOO_SOON',
  'INTERNAL_ERROR',
  'DB_UNAVAILABLE',
  'RATE_UNAVAILABLE',
] as const;
export type ApiCode = (typeof API_CODES)[number];

export interface CodeAdvice {
  readonly sentence: string;
  readonly nextStep: string;
}

const ADVICE: Readonly<Record<ApiCode, CodeAdvice>> = {
  API_KEY_INVALID: {
    sentence: 'The API does not know this key.',
    nextStep: 'Copy the key again from the dashboard; a missing and an unknown key look the same to the API.',
  },
  UNAUTHORIZED: {
    sentence: 'The API refused the authentication.',
    nextStep: 'Check the key in Settings. The API does not say more than this.',
  },
  API_KEY_REVOKED: {
    sentence: 'This key has been revoked.',
    nextStep: 'Issue a new key in the dashboard and set it in Settings. Everything already mirrored stays readable.',
  },
  BUSINESS_NOT_ACTIVE: {
    sentence: 'The business is not active, so the API answers no call.',
    nextStep: 'Finish the verification in the dashboard, or ask the payment service.',
  },
  MERCHANT_BLOCKED: {
    sentence: 'The merchant account is blocked.',
    nextStep: 'Ask the payment service; no key will work until the block is lifted.',
  },
  DEALS_DISABLED: {
    sentence: 'The payment service has switched off new payments for everybody.',
    nextStep: 'Reading works as before. Try creating the invoice again later.',
  },
  CURRENCY_NOT_FOUND: {
    sentence: 'The currency does not exist or is not active.',
    nextStep: 'Choose a currency of the payment-method catalogue.',
  },
  MERCHANT_INVOICE_NOT_FOUND: {
    sentence: 'This business has no invoice with that id.',
    nextStep: 'Check the id. Invoices of another business are never visible with this key.',
  },
  INVOICE_NOT_FOUND: {
    sentence: 'The API found no such invoice.',
    nextStep: 'Check the id; the specification does not say when this code is used.',
  },
  PAYMENT_METHOD_NOT_FOUND: {
    sentence: 'The API found no such payment method.',
    nextStep: 'Read the payment methods again; the specification does not say when this code is used.',
  },
  WEBHOOK_NOT_FOUND: {
    sentence: 'This invoice has no webhook delivery yet.',
    nextStep: 'A delivery exists once the invoice is final. There is nothing to resend before.',
  },
  WITHDRAWAL_NOT_FOUND: {
    sentence: 'This business has no withdrawal with that id.',
    nextStep: 'Check the id, or read the withdrawals again.',
  },
  CATEGORY_NOT_FOUND: {
    sentence: 'The business has no pricing category yet, so it has no payment methods.',
    nextStep: 'This is a set-up matter: ask the payment service to assign a pricing category.',
  },
  INVOICE_ALREADY_EXISTS: {
    sentence: 'The external id is taken by an invoice with other terms, or by a closed one.',
    nextStep: 'Open the existing invoice, or create a new one with a new external id.',
  },
  INVOICE_NOT_PAYABLE: {
    sentence: 'The invoice can not be paid in its present state.',
    nextStep: 'Read the invoice again; the specification does not say when this code is used.',
  },
  WEBHOOK_NOT_RESENDABLE: {
    sentence: 'The delivery is being sent right now, so it can not be resent.',
    nextStep: 'Wait twenty seconds for the attempt to end, then look at its result.',
  },
  VALIDATION_ERROR: {
    sentence: 'The API found the request malformed.',
    nextStep: 'Correct the fields named in the details.',
  },
  CURRENCY_NOT_ALLOWED: {
    sentence: 'The currency is not enabled for this business.',
    nextStep: 'Choose another currency, or have it enabled by the payment service.',
  },
  AMOUNT_OUT_OF_RANGE: {
    sentence: 'No active payment method of that currency accepts the amount.',
    nextStep: 'Choose an amount within the range of a payment method.',
  },
  INVOICE_URLS_MISSING: {
    sentence: 'A callback or redirect address is missing in the request and in the business settings.',
    nextStep: 'Give the missing addresses, or set defaults in the dashboard.',
  },
  RATE_LIMITED: {
    sentence: 'The key has used up its requests for this minute.',
    nextStep: 'The console waits by itself and goes on when the API allows it.',
  },
  TOO_MANY_UNPAID_INVOICES: {
    sentence: 'The customer has too many open, unpaid invoices.',
    nextStep: 'Let one be paid or expire first. The console does not retry this by itself.',
  },
  WEBHOOK_RESEND_TOO_SOON: {
    sentence: 'This webhook was resent a moment ago.',
    nextStep: 'Wait until the countdown ends; nothing is sent by itself.',
  },
  INTERNAL_ERROR: {
    sentence: 'The API had an unexpected error.',
    nextStep: 'Reads are tried again by themselves. If it stays, tell the payment service.',
  },
  DB_UNAVAILABLE: {
    sentence: 'The API’s database is unavailable for the moment.',
    nextStep: 'The console waits and tries again by itself.',
  },
  RATE_UNAVAILABLE: {
    sentence: 'Exchange rates are unavailable for the moment.',
    nextStep: 'The last snapshot stays on screen with its age. Nothing else is affected.',
  },
};

/** Codes of the authentication steps: they concern the account, not the request (specification, "Authentication"). */
const AUTHENTICATION_CODES: ReadonlySet<string> = new Set<ApiCode>([
  'API_KEY_INVALID',
  'UNAUTHORIZED',
  'API_KEY_REVOKED',
  'BUSINESS_NOT_ACTIVE',
  'MERCHANT_BLOCKED',
]);

/** True when the code stops every call of the key. DEALS_DISABLED does not: it stops creating and nothing else. */
export function isAuthenticationCode(code: string): boolean {
  return AUTHENTICATION_CODES.has(code);
}

/** Codes of the console's own refusals: they have the form of the API's, and nothing of them was said by it. */
const OWN_CODES: ReadonlySet<string> = new Set(['RESEND_ALREADY_OPEN', 'CREATE_ALREADY_OPEN', 'RUN_ALREADY_OPEN']);

/** True for a refusal of this console's own, which the API was not asked for. */
export function isOwnCode(code: string): boolean {
  return OWN_CODES.has(code);
}

/** True for the 26 codes of the specification. */
export function isApiCode(code: string): code is ApiCode {
  return API_CODES.some((known) => known === code);
}

/** A 404 whose code is about something else than what was asked for: it says nothing about that. `asked`: "invoice". */
export function adviceForOther(code: string, asked: string): CodeAdvice {
  return {
    sentence: `The API answered 404 with the code “${code}”, which is not about the ${asked} that was asked for. Whether it exists is not known, and nothing is marked as gone.`,
    nextStep: 'Try again later; if it stays, tell the payment service.',
  };
}

/** The states of a business but `active`, which the API answers (specification, "Business and key states"; what leads from one to another is not told). */
const BUSINESS_STATES: ReadonlyMap<string, CodeAdvice> = new Map([
  [
    'pending_verification',
    {
      sentence: 'The business is waiting for its verification (“pending_verification”), so the API answers no call.',
      nextStep: 'Complete what the dashboard asks for; the API answers again once the payment service has verified it.',
    },
  ],
  [
    'ready_to_start',
    {
      sentence: 'The business is ready to start but not active yet (“ready_to_start”), so the API answers no call.',
      nextStep: 'Look in the dashboard for the step that is left, or ask the payment service to activate it.',
    },
  ],
  [
    'rejected',
    {
      sentence: 'The payment service has rejected the business (“rejected”), so the API answers no call.',
      nextStep: 'Ask the payment service for the reason. What was read before stays readable here.',
    },
  ],
  [
    'banned',
    {
      sentence:
        'The payment service has banned the business (“banned”); the API answers no call, and its keys are revoked.',
      nextStep:
        'Ask the payment service. Should the ban be lifted, a new key is needed; what was read before stays readable.',
    },
  ],
]);

/** Characters of a state that nobody knows. */
const STATE_CHARACTERS = 64;

function businessAdvice(state: string): CodeAdvice {
  return (
    BUSINESS_STATES.get(state) ?? {
      sentence: `The business is not active: the API calls its state “${plainLine(state, STATE_CHARACTERS)}”, a word this console does not know.`,
      nextStep: 'Ask the payment service what the state means. What was read before stays readable.',
    }
  );
}

/** What the code means and what to do; an unknown code is named and judged by its status class. `businessStatus`: of BUSINESS_NOT_ACTIVE. */
export function adviceFor(code: string, status: number, businessStatus?: string): CodeAdvice {
  if (code === 'BUSINESS_NOT_ACTIVE' && businessStatus !== undefined) return businessAdvice(businessStatus);
  if (isApiCode(code)) return ADVICE[code];
  const sentence = `The API answered ${status} with the code “${code}”, which this console does not know.`;
  if (status >= 500) return { sentence, nextStep: 'It looks like trouble on the server’s side; try again later.' };
  if (status === 429) return { sentence, nextStep: 'Something is limited; wait before you try again.' };
  return { sentence, nextStep: 'The request was refused and is not repeated by itself.' };
}
