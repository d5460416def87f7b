/**
 * What became of a create, in words: a total table over the outcomes. Pure. Not here: why the API refused (refusal.ts).
 */
import type { CreateRecord } from '../../../contract/calls/creates.ts';
import { isTerminal } from '../../../domain/invoice.ts';

export interface OutcomeWords {
  readonly tone: 'good' | 'notice' | 'warn' | 'bad';
  readonly title: string;
  readonly words: string;
}

/** Title and sentence of an outcome, as far as it is known now. */
export function outcomeWords(record: CreateRecord): OutcomeWords {
  const { invoice, outcome } = record;
  const isClosed = invoice !== undefined && isTerminal(invoice.status);
  switch (outcome) {
    case 'waiting':
      return record.state === 'looking-up' ? LOOKING_UP : SENDING;
    case 'created':
      return isClosed
        ? {
            tone: 'warn',
            title: `Created, and closed since: ${invoice.status}`,
            words: 'Its link takes no payment any more. It can be created again under a new id.',
          }
        : {
            tone: 'good',
            title: 'The invoice is created',
            words: 'Send its payment link to the customer. Fulfil only once it is paid.',
          };
    case 'existing':
      return existingWords(record);
    case 'conflict':
      return mustChooseId(record) ? TAKEN_ID : CLOSED_ID;
    case 'refused':
      return { tone: 'bad', title: 'Not created', words: 'Nothing was made at the API.' };
    case 'unknown':
      return UNKNOWN;
  }
}

const SENDING: OutcomeWords = {
  tone: 'notice',
  title: 'Sending the order',
  words:
    'It may have to wait for its turn within the request limit. You may leave this page; it is sent once all the same.',
};

const LOOKING_UP: OutcomeWords = {
  tone: 'notice',
  title: 'Looking up what the API has',
  words: 'The answer was unclear, so the console asks for the invoice by its id before it says anything.',
};

const CLOSED_ID: OutcomeWords = {
  tone: 'warn',
  title: 'The id belongs to a closed invoice',
  words: 'Closed invoices are never revived, and an id is used up with its invoice. Create it again under a new id.',
};

const TAKEN_ID: OutcomeWords = {
  tone: 'warn',
  title: 'The id belongs to another order',
  words: 'Nothing was created, and the invoice that is there was not changed. Choose another id.',
};

const UNKNOWN: OutcomeWords = {
  tone: 'warn',
  title: 'It is not known whether the invoice exists',
  words:
    'The request was sent, no clear answer came, and looking the id up did not settle it. A delayed copy may still arrive, so this is not called failed. The console looks again by itself: after half a minute, two minutes, ten minutes, an hour, and at its next start.',
};

function existingWords({ differences = [] }: CreateRecord): OutcomeWords {
  if (differences.length === 0) {
    return {
      tone: 'good',
      title: 'This invoice was there already',
      words:
        'The same order had been made before, so the API gave it back and created nothing. Its payment link is the same.',
    };
  }
  const many = differences.length > 1;
  return {
    tone: 'warn',
    title: many
      ? 'The invoice is there, but these fields are not as you sent them'
      : 'The invoice is there, but one field is not as you sent it',
    words: `Amount and currency are as you sent them. What you sent for the ${many ? 'fields' : 'field'} below was NOT applied, and the API has no way to change it.`,
  };
}

/** The id has somebody else's order: ours needs another id. A closed invoice that is the same order is made again instead. */
export function mustChooseId({ outcome, invoice, differences = [] }: CreateRecord): boolean {
  if (outcome !== 'conflict') return false;
  return invoice === undefined || differences.length > 0 || !isTerminal(invoice.status);
}
