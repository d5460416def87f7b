/** What is to be thought of before an invoice is made again, by how it was closed, if it was. Pure. */
import { isTerminal } from '../../../../domain/invoice.ts';

/** Whether asking for money again is right depends on how the first one ended; null when nothing speaks against it. */
export function againCaution(status: string): string | null {
  switch (status) {
    case 'success':
      return 'This invoice was paid: creating it again asks for the money a second time';
    case 'fail':
      return 'The customer may have paid: ask the payment service before you ask for the money again';
    default:
      return null;
  }
}

/** The sentence about making an invoice again. A status that nobody knows is neither open nor closed. */
export function againWords(status: string): string {
  if (status === 'pending') return 'It is not closed, so it is not created again: the same link still works.';
  if (!isTerminal(status)) {
    return 'Nobody knows whether it is closed: its status is a word this console does not know. Ask the payment service.';
  }
  return `${againCaution(status) ?? 'It is closed. The same order can be created again under a new id'}.`;
}
