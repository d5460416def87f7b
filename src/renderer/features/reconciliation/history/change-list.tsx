// Changes of fields as lines: the field, the exact value before and after. Everything from the API is text, whatever it
// looks like.
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ObservedList } from '../../../../domain/records/observation.ts';
import { ForeignText, InstantText, MoneyText } from '../../../ui/index.ts';
import { byWeight, type FieldWords, fieldWords } from './history-words.ts';
import classes from './history.module.css';

export interface ChangedField {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The changed fields of one answer. `currency` is what the record's own amounts are in. */
export function ChangeList(props: {
  readonly list: ObservedList;
  readonly changes: readonly ChangedField[];
  readonly currency: string | undefined;
}): ReactNode {
  const { list, changes, currency } = props;
  return (
    <dl className={classes.changes}>
      {byWeight(list, changes).map((change) => (
        <Line key={change.field} list={list} change={change} currency={currency} />
      ))}
    </dl>
  );
}

function Line(props: {
  readonly list: ObservedList;
  readonly change: ChangedField;
  readonly currency: string | undefined;
}): ReactNode {
  const { list, change, currency } = props;
  const words = fieldWords(list, change.field);
  const unit = words.unit === 'own' ? currency : words.unit;
  return (
    <div>
      <dt title={change.field}>
        <ForeignText text={words.label} />
      </dt>
      <dd
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={mayScroll(change) ? 0 : undefined}
      >
        <Value text={change.before} words={words} />
        <IconArrowRight size={14} aria-label="became" />
        <Value text={change.after} words={words} unit={unit} />
      </dd>
    </div>
  );
}

const SCROLLS_FROM = 240;

function mayScroll({ before, after }: ChangedField): boolean {
  return (before?.length ?? 0) + (after?.length ?? 0) > SCROLLS_FROM;
}

function Value(props: {
  readonly text: string | null;
  readonly words: FieldWords;
  readonly unit?: string | undefined;
}): ReactNode {
  const { text, words, unit } = props;
  if (text === null) return <em>none</em>;
  if (text === '') return <em>empty</em>;
  switch (words.kind) {
    case 'money':
      return <MoneyText value={text} currency={unit} />;
    case 'instant':
      return <InstantText value={text} />;
    case 'flag':
      return text === 'true' ? 'yes' : text === 'false' ? 'no' : <ForeignText text={text} />;
    case 'text':
      return <ForeignText text={text} />;
  }
}
