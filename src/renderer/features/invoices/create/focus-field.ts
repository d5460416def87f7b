/** Where the keyboard goes in the form of a new invoice. */
import type { OrderField } from '../../../../domain/order.ts';

/** The id of a field's input. */
export function inputId(field: OrderField): string {
  return `order-${field}`;
}

/** Moves the focus to a field. */
export function focusField(field: OrderField): void {
  document.getElementById(inputId(field))?.focus();
}

/** The same, unless somebody went on to another field meanwhile. */
export function focusFieldUnlessTyping(field: OrderField): void {
  if (!(document.activeElement instanceof HTMLInputElement)) focusField(field);
}
