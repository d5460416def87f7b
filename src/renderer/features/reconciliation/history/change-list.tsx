// Changes of fields as lines: the field, the exact value before and after. Everything from the API is text, whatever it looks like.
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

interface ListProps {
  readonly list: ObservedList;
  readonly changes: readonly ChangedField[];
  /** What the record's own amounts are in. */
  readonly currency: string | undefined;
}

/** The changed fields of one answer. */
export function ChangeList({ list, changes, currency }: ListProps): ReactNode {
  return (
    <dl className={classes.changes}>
      {byWeight(list, changes).map(({ field, before, after }) => {
        const words = fieldWords(list, field);
        const length = (before?.length ?? 0) + (after?.length ?? 0);
        return (
          <div key={field}>
            <dt title={field}>
              <ForeignText text={words.label} />
            </dt>
            <dd
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
              tabIndex={length > SCROLLS_FROM ? 0 : undefined}
            >
              <Value text={before} words={words} />
              <IconArrowRight size={14} aria-label="became" />
              <Value text={after} words={words} unit={words.unit === 'own' ? currency : words.unit} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const SCROLLS_FROM = 240;

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
