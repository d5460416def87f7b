// The home currency of the business and the rates into it: chosen, typed or pasted, with where they were read. Nothing between two of them is made up.
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type HomeRate, MAX_RATE_LINES, readRateLines } from '../../../../domain/pricing/home-value.ts';
import { currencyDecimals } from '../../../../domain/kernel/money/parts.ts';
import { useCall, useCalls, useOnce } from '../../../bridge/index.ts';
import {
  ActionDialog,
  countWords,
  dayText,
  FailureNotice,
  Note,
  plainText,
  Table,
  typedText,
} from '../../../ui/index.ts';
import { amountTyped } from '../../../parts/index.ts';

const KINDS = ['periods'] as const;
const NAMED = 5;

export function HomeDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, failure, refresh } = useCall('home.get', {}, { refreshOn: KINDS });
  const { run, failure: refusal } = useCalls();
  const { once, busy } = useOnce();
  const [typed, setTyped] = useState<{ readonly code: string; readonly before: string | null } | null>(null);
  const [text, setText] = useState('');
  const before = data?.book?.currency ?? null;
  const code = (typed?.code ?? before ?? '').trim().toUpperCase();
  const currency = code === '' ? null : code;
  const lines = readRateLines(text, amountTyped);
  const problems = lines.flatMap((line) => (line.kind === 'problem' ? [`Line ${line.line}: ${line.why}`] : []));
  const rates = lines.flatMap(({ kind, ...rate }) => (kind === 'rate' && 'unit' in rate ? [rate] : []));
  const submit = async (): Promise<void> => {
    if (currency !== before) {
      const isToldOf = refusal?.kind === 'changed-since';
      const set = await run('home.set', { currency, before: typed === null || isToldOf ? before : typed.before });
      if (!set.ok) return;
    }
    if (currency !== null && rates.length > 0) {
      const kept = await run('home.saveRates', { currency, rates });
      if (!kept.ok) return;
    }
    onClose();
  };
  const bar =
    data === undefined
      ? 'It is not read yet.'
      : currency !== null && currencyDecimals(currency) === null
        ? 'A currency has three letters: EUR.'
        : problems.length > 0
          ? `${countWords(problems.length, 'line cannot', 'lines cannot')} be read.`
          : rates.length > MAX_RATE_LINES
            ? `At most ${MAX_RATE_LINES} lines at once.`
            : currency === null && rates.length > 0
              ? 'Rates are into a home currency.'
              : null;
  return (
    <ActionDialog
      title="Home currency"
      label="Save"
      size={720}
      action={{ busy, failure: refusal }}
      bar={bar}
      onSubmit={() => void once(submit)}
      onClose={onClose}
    >
      <FailureNotice failure={failure} onRetry={refresh} />
      <TextInput
        label="Currency"
        description="Empty: none, and nothing is valued"
        w={220}
        maxLength={3}
        data-autofocus
        value={typed?.code ?? before ?? ''}
        onChange={({ currentTarget: { value } }) =>
          setTyped((now) => ({ code: value, before: now === null ? before : now.before }))
        }
      />
      <Textarea
        label={`Rates into ${currency ?? 'it'}`}
        description={`A line each: a day or days (2026-10-05, 2026-10-01..2026-10-31), what is priced, the rate of one of it, where it was read. “none” takes a rate away.`}
        placeholder={`2026-10-01..2026-10-31\tUSDT\t${typedText('0.9213')}\tECB`}
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        error={problems.length === 0 ? undefined : problems.slice(0, NAMED).join('. ')}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {data?.book === null || data === undefined ? null : <Rates rates={data.book.rates} />}
      <Note>
        An order in the home currency is valued at its own rate. A day without a rate is a gap: its rows are counted as
        not known and are in no value.
      </Note>
    </ActionDialog>
  );
}

function Rates({ rates }: { readonly rates: readonly HomeRate[] }) {
  if (rates.length === 0) return <Note>No rate is saved yet.</Note>;
  return (
    <Table
      label="Rates"
      rows={rates.toReversed()}
      mah={260}
      isDense
      keyOf={({ id }) => `${id}`}
      columns={({ cell, money }) => [
        cell('Days', ({ from, to }) => (from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`)),
        cell('Of', ({ unit }) => plainText(unit)),
        money('Rate', ({ rate }) => rate, { missing: 'none' }),
        cell('Source', ({ source }) => plainText(source)),
        cell('Saved by', ({ savedBy }) => plainText(savedBy)),
      ]}
    />
  );
}
