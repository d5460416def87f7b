/** Reading the payment-method catalogue (specification, "Payment method"): name and currency code are indispensable. */
import type { PaymentMethod } from '../../../domain/payment-method.ts';
import { type Fields, type Reading, readRecord } from './fields.ts';
import { readCurrency } from './invoice.ts';

/** One payment method. */
export function readPaymentMethod(source: unknown): Reading<PaymentMethod> {
  return readRecord('payment_method', source, methodOf);
}

function methodOf(fields: Fields): PaymentMethod {
  const method = {
    id: fields.integer('id'),
    name: fields.requiredText('name'),
    logo_url: fields.text('logo_url'),
    currency: readCurrency(fields),
    min_amount: fields.money('min_amount'),
    max_amount: fields.money('max_amount'),
    total_commission_percent: fields.money('total_commission_percent'),
    client_commission_percent: fields.money('client_commission_percent'),
    merchant_commission_percent: fields.money('merchant_commission_percent'),
  };
  return { ...method, extra: fields.extra() };
}
