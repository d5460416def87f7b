// A file of orders as it is read now: what is guessed, what a person says, the check of exactly that, and the beginning of its run.
import { useState } from 'react';
import { ORDER_FIELDS, type OrderField } from '../../../../domain/create/order.ts';
import type { Inspection } from '../../../../domain/ledger/import.ts';
import type { OrderReading } from '../../../../domain/ledger/order-file.ts';
import { useCall, useCalls, useOnce } from '../../../bridge/index.ts';
import { useUi } from '../../../ui/index.ts';
import { openDoubts, type SaidFormat } from '../../../parts/index.ts';
import { readingLacks } from './words.ts';

type Meaning = Pick<OrderReading, 'columns' | 'currency'>;

/** The reading of the file of that id; nothing is asked before a person has chosen it. */
export function useOrderFile(fileId: string, onBegun: (runId: string) => void) {
  const { timeZone } = useUi();
  const [said, setSaid] = useState<SaidFormat>({});
  const [meant, setMeant] = useState<Meaning | null>(null);
  const format = Object.keys(said).length === 0 ? {} : { format: said };
  const look = useCall('imports.inspect', { fileId, kind: 'orders', timeZone, ...format }, { of: fileId });
  const inspection = look.data?.inspection ?? null;
  const meaning = meant ?? (inspection === null ? NOTHING : guessed(inspection));
  const reading = inspection === null ? null : { format: inspection.format, ...meaning };
  const lacks = reading === null ? [] : readingLacks(reading);
  const canCheck = reading !== null && lacks.length === 0 && !look.isPrevious && look.failure === undefined;
  const asked = { fileId, reading: reading ?? NO_READING };
  const check = useCall('orders.check', asked, { enabled: canCheck, refreshOn: ['invoices'] });
  const begin = useBegin(onBegun);
  return {
    look,
    inspection,
    doubts: inspection === null ? [] : openDoubts(inspection, said),
    say: (more: SaidFormat) => setSaid((before) => ({ ...before, ...more })),
    meaning,
    mean: setMeant,
    lacks,
    check,
    /** Of exactly what is on screen. */
    answer: canCheck && !check.isPrevious ? (check.data ?? null) : null,
    begin: { ...begin, run: () => begin.start(asked) },
  };
}

const NOTHING: Meaning = { columns: {}, currency: null };
const NO_READING: OrderReading = {
  ...NOTHING,
  format: {
    type: 'csv',
    encoding: 'utf-8',
    separator: ',',
    sheet: null,
    headerLine: 1,
    decimal: '.',
    thousands: '',
    dateOrder: 'iso',
    timeZone: 'UTC',
  },
};

/** By the API's own names first, then as a ledger's columns are recognised. */
function guessed({ columns, mapping }: Inspection): Meaning {
  const { ident, customer, amount, unit, memo } = mapping.columns;
  const byLedger: Readonly<Partial<Record<OrderField, string | undefined>>> = {
    external_id: ident,
    customer_id: customer,
    amount,
    currency: unit,
    purpose: memo,
  };
  const taken = new Map<string, OrderField>();
  const named = (field: OrderField): string | undefined =>
    columns.find(
      ({ title }) =>
        title
          .trim()
          .toLowerCase()
          .replaceAll(/[\s-]+/g, '_') === field,
    )?.title;
  for (const field of ORDER_FIELDS) {
    const title = named(field) ?? byLedger[field];
    if (title !== undefined && !taken.has(title)) taken.set(title, field);
  }
  const found = Object.fromEntries([...taken].map(([title, field]) => [field, title]));
  return { columns: found, currency: 'currency' in found ? null : mapping.unit };
}

/**
 * What is on screen has one run id for as long as it is there: a second click, or another one after a lost answer, joins the run that
 * there is.
 */
function useBegin(onBegun: (runId: string) => void) {
  const [runId] = useState(() => crypto.randomUUID());
  const begin = useCalls();
  const look = useCalls();
  const { once, busy } = useOnce();
  const start = async (asked: { readonly fileId: string; readonly reading: OrderReading }): Promise<void> => {
    const result = await begin.run('orders.start', { runId, ...asked });
    if (result.ok || (await look.run('orders.run', { runId })).ok) onBegun(runId);
  };
  return {
    start: (asked: Parameters<typeof start>[0]) => void once(() => start(asked)),
    isBeginning: busy,
    failure: look.busy ? undefined : begin.failure,
  };
}
