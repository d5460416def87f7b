/**
 * The fields of an order with what is to be said at each of them. Not here: the rules (draft.ts) and the state (use-form.ts).
 */
import { Autocomplete, type InputWrapperProps, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { ORDER_LENGTHS, type OrderField } from '../../../../domain/order.ts';
import { Panel } from '../../../ui/index.ts';
import { inputId } from './focus-field.ts';
import { IdState } from './id-check.tsx';
import type { OrderForm } from './use-form.ts';
import { FIELD_HINTS, FIELD_LABELS } from './words.ts';

interface FieldsProps {
  readonly form: OrderForm;
  /** Currencies of the catalogue. */
  readonly currencies: readonly string[];
}

const ORDER: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'error', 'description'];

/** All eight fields, the required ones first. */
export function OrderFields({ form, currencies }: FieldsProps): ReactNode {
  const { draft, notes, set } = form;
  const hasId = draft.external_id !== '' && notes.external_id?.tone !== 'stop';
  return (
    <>
      <Panel title="Order">
        <div className="mc-create-fields">
          <div>
            <TextField form={form} field="external_id" />
            {hasId ? <IdState externalId={draft.external_id} onPropose={form.replaceId} /> : null}
          </div>
          <TextField form={form} field="customer_id" />
          <div className="mc-create-money">
            <TextField form={form} field="amount" inputMode="decimal" />
            <Autocomplete
              {...wiring(form, 'currency')}
              data={[...currencies]}
              onChange={(text) => set('currency', text)}
              comboboxProps={{ withinPortal: false }}
            />
          </div>
          <TextField form={form} field="purpose" />
        </div>
      </Panel>
      <Panel
        title="Addresses"
        note="Each may be left out: then the setting of your business in the dashboard counts, which the console cannot see."
      >
        <div className="mc-create-fields">
          <TextField form={form} field="callback_url" inputMode="url" />
          <TextField form={form} field="success_url" inputMode="url" />
          <TextField form={form} field="fail_url" inputMode="url" />
        </div>
      </Panel>
    </>
  );
}

function TextField(props: {
  readonly form: OrderForm;
  readonly field: OrderField;
  readonly inputMode?: 'decimal' | 'url';
}): ReactNode {
  const { form, field, inputMode = 'text' } = props;
  return (
    <TextInput
      {...wiring(form, field)}
      inputMode={inputMode}
      onChange={(event) => form.set(field, event.currentTarget.value)}
    />
  );
}

/** What every field has: its words, its note, its value; never filled in by a browser. */
function wiring({ draft, notes, refusal, isSending }: OrderForm, field: OrderField) {
  const note = notes[field];
  const refused = refusal?.fields[field];
  const wrong = refused ?? (note?.tone === 'stop' ? note.words : undefined);
  const hint = note?.tone === 'care' ? <span className="mc-create-care">{note.words}</span> : note?.words;
  return {
    id: inputId(field),
    label: FIELD_LABELS[field],
    required: ORDER_LENGTHS[field].min > 0,
    // What is wrong says enough; the hint comes back with it.
    description: wrong === undefined ? (hint ?? FIELD_HINTS[field]) : undefined,
    error: wrong,
    inputWrapperOrder: ORDER,
    value: draft[field],
    disabled: isSending,
    autoComplete: 'off',
    spellCheck: field === 'purpose',
  };
}
