/**
 * The fulfilment verdict, large and calm: what to do, why, and how old the record behind it is. Not here: how the verdict is
 * reached (domain/fulfilment).
 */
import { IconAlertTriangle, IconCheck, IconHandStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Fulfilment } from '../../../domain/fulfilment.ts';
import { AgeText, InstantText, ReadAgainButton } from '../../ui/index.ts';
import { verdictWords } from './verdict-view.ts';
import './detail.css';

export interface VerdictPanelProps {
  readonly fulfilment: Fulfilment;
  readonly settledUsdt: string | null;
  readonly source: 'mirror' | 'api';
  readonly isReading: boolean;
  readonly onReadAgain: () => void;
}

const ICONS = { go: IconCheck, care: IconAlertTriangle, stop: IconHandStop } as const;

/** Headline, reason, as-of and source, and the way to read the record again now. */
export function VerdictPanel(props: VerdictPanelProps): ReactNode {
  const { fulfilment, settledUsdt, source, isReading, onReadAgain } = props;
  const { headline, mood } = verdictWords(fulfilment.verdict, settledUsdt);
  const Icon = ICONS[mood];
  return (
    <section className="mc-verdict" data-mood={mood} aria-labelledby="verdict">
      <span className="mc-verdict-icon" aria-hidden="true">
        <Icon size={22} stroke={2} />
      </span>
      <div>
        <h2 className="mc-verdict-headline" id="verdict">
          {headline}
        </h2>
        <p className="mc-verdict-reason">{fulfilment.reason}</p>
        <div className="mc-verdict-source">
          <span className="mc-verdict-source" aria-live="polite">
            <span>Read from the API at</span>
            <InstantText value={fulfilment.asOf} withZone />
            <span>{source === 'mirror' ? '(the mirror’s copy)' : '(from the API itself)'}</span>
          </span>
          <span>
            · <AgeText since={fulfilment.asOf} />
          </span>
        </div>
      </div>
      <ReadAgainButton isReading={isReading} onReadAgain={onReadAgain} />
    </section>
  );
}
