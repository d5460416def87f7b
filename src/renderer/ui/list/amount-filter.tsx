/** A filter by an amount: exactly, about, or between two, of those amounts that a record has. It stands in the address as a range (domain/kernel/money/amount-filter). */
import { Button, Checkbox, Group, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { readAmountRange } from '../../../domain/kernel/money/amount-filter.ts';
import { isMoney } from '../../../domain/kernel/money/notation.ts';
import { Form } from '../form/form.tsx';
import { AmountField } from '../form/number-fields.tsx';
import { groupedAmount, readAmount, typedText } from '../text/writing.ts';
import { useRouteFilters } from '../window/route.ts';
import { FilterPopover } from './filter-popover.tsx';

interface AmountFilterProps {
  readonly name: string;
  readonly label: string;
  /** The amounts with their words. */
  readonly of: Readonly<Record<string, string>>;
  /** Where those that are meant stand in the address. */
  readonly ofName: string;
  readonly isWithin?: boolean;
}

/** The button with what is asked on its face. */
export function AmountFilter(props: AmountFilterProps) {
  const { name, label, isWithin = false } = props;
  const route = useRouteFilters();
  const text = route.text(name);
  return (
    <FilterPopover label={label} chosen={text === undefined ? null : rangeWords(text)} isWithin={isWithin} width={288}>
      {(close) => <RangeForm key={text} {...props} text={text} onDone={close} />}
    </FilterPopover>
  );
}

/** "49.90", "about 49.90", "40 to 60", "from 40", "up to 60". */
function rangeWords(text: string): string {
  if (text.startsWith('~')) return `about ${shown(text.slice(1))}`;
  const [from = '', to = from] = text.split('..').map(shown);
  if (from === to) return from;
  if (to === '') return `from ${from}`;
  return from === '' ? `up to ${to}` : `${from} to ${to}`;
}

/** Of an address, where anything may stand. */
const shown = (amount: string): string => (isMoney(amount) ? groupedAmount(amount) : amount);

const WAYS = [
  { value: 'exact', label: 'Exactly' },
  { value: 'about', label: 'About' },
  { value: 'range', label: 'Between' },
] as const;
type Way = (typeof WAYS)[number]['value'];

const FIELD = { size: 'sm', flex: 1 } as const;

function RangeForm(props: AmountFilterProps & { readonly text: string | undefined; readonly onDone: () => void }) {
  const { name, label, of, ofName, text = '', onDone } = props;
  const route = useRouteFilters();
  const [first = '', second = ''] = text.replace('~', '').split('..').map(typedText);
  const [way, setWay] = useState<Way>(text.startsWith('~') ? 'about' : text.includes('..') ? 'range' : 'exact');
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(second);
  const meant = route.list(ofName);
  const asked = way === 'about' ? `~${plain(from)}` : way === 'range' ? `${plain(from)}..${plain(to)}` : plain(from);
  const isNone = readAmountRange(asked) === null;
  return (
    <Form
      onSubmit={() => {
        if (isNone) return;
        route.change({ [name]: asked });
        onDone();
      }}
    >
      <Stack gap="xs">
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label="How the amount is meant"
          data={[...WAYS]}
          value={way}
          onChange={setWay}
        />
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <AmountField
            {...FIELD}
            data-autofocus
            aria-label={way === 'range' ? `${label} from` : label}
            placeholder={way === 'range' ? 'from' : typedText('49.90')}
            text={from}
            onText={setFrom}
          />
          {way !== 'range' ? null : (
            <AmountField {...FIELD} aria-label={`${label} to`} placeholder="to" text={to} onText={setTo} />
          )}
        </Group>
        {way === 'about' ? <span className="mc-filter-count">Two per cent more or less.</span> : null}
        <Stack gap={4} role="group" aria-label="Which amount">
          {Object.entries(of).map(([one, words]) => (
            <Checkbox
              key={one}
              size="xs"
              label={words}
              checked={meant.length === 0 || meant.includes(one)}
              onChange={() => route.change({ [ofName]: toggled(meant, one, Object.keys(of)) })}
            />
          ))}
        </Stack>
        <Group gap="xs" justify="flex-end">
          {text === '' ? null : (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                route.change({ [name]: undefined, [ofName]: undefined });
                onDone();
              }}
            >
              Clear
            </Button>
          )}
          <Button variant="filled" type="submit" size="compact-sm" disabled={isNone}>
            Show
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** In the notation of the address; what cannot be read stays as it was typed. */
function plain(typed: string): string {
  const read = readAmount(typed);
  // What can be read in two ways is none of them to an address.
  return read.kind === 'amount' ? read.amount : read.kind === 'ambiguous' ? '?' : typed.trim();
}

/** None chosen means any; of all chosen none has to be named. */
function toggled(meant: readonly string[], one: string, all: readonly string[]): readonly string[] {
  const before = meant.length === 0 ? all : meant;
  const after = before.includes(one) ? before.filter((other) => other !== one) : [...before, one];
  return after.length === all.length || after.length === 0 ? [] : after;
}
