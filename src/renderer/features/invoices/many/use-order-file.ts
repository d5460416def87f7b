// A file of orders as it is read now: what is guessed, what a person says, the check of exactly that, and the beginning of its run.
import { useState } from 'react';
import { ORDER_FIELDS, type OrderField } from '../../../../domain/create/order.ts';
import { PLAIN_CSV, type Inspection } from '../../../../domain/ledger/import.ts';
import type { OrderReading } from '../../../../domain/ledger/order-file.ts';
import { useCall } from '../../../bridge/index.ts';
import { useUi } from '../../../ui/index.ts';
import { openDoubts, type SaidFormat, useBegin } from '../../../parts/index.ts';
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
  const { begin, isBeginning, failure } = useBegin('orders.run', onBegun);
  return {
    look,
    inspection,
    doubts: inspection === null ? [] : openDoubts(inspection, said),
    say: (more: SaidFormat) => setSaid((before) => ({ ...before, ...more })),
    meaning,
    mean: setMeant,
    lacks,
    check,
    answer: canCheck && !check.isPrevious ? (check.data ?? null) : null,
    isBeginning,
    failure,
    begin: () => begin((run, runId) => run('orders.start', { runId, ...asked })),
  };
}

const NOTHING: Meaning = { columns: {}, currency: null };
const NO_READING: OrderReading = {
  ...NOTHING,
  format: PLAIN_CSV,
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
