/**
 * Asking for a plan by pasted ids, and the other ways to ask. Not here: reading the text (domain/lookup).
 */
import { screenPath } from '../../../../domain/screens.ts';
import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { MAX_LOOKUP_IDS, parseSeparatedIds } from '../../../../domain/lookup.ts';
import { useProfile } from '../../../bridge/index.ts';
import { hashHref, navigateTo, Panel } from '../../../ui/index.ts';
import { PLAN_OF_IDS, usePasted } from './asked.ts';
import { pastedWords } from './plan-words.ts';

/** The field, and where else a plan begins. */
export function PasteForm(): ReactNode {
  const { id: profile } = useProfile();
  const kept = usePasted();
  const [text, setText] = useState(kept.profile === profile ? kept.text : '');
  const pasted = parseSeparatedIds(text);
  return (
    <div className="mc-bulk-ask">
      <Panel title="Paste ids">
        <form
          className="mc-bulk-paste"
          onSubmit={(event) => {
            event.preventDefault();
            if (pasted.ids.length === 0) return;
            kept.keep(profile, text);
            navigateTo(PLAN_OF_IDS);
          }}
        >
          <Textarea
            label="Invoice ids"
            description={`Uuids or the shop’s own ids, up to ${MAX_LOOKUP_IDS}, with any separators between them.`}
            autosize
            minRows={6}
            maxRows={14}
            spellCheck={false}
            autoComplete="off"
            classNames={{ input: 'mc-mono' }}
            placeholder={'order-1041\norder-1042\n3f1c2b1e-0000-4000-8000-000000000042'}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <div className="mc-bulk-row">
            <p className="mc-bulk-quiet" role="status">
              {pastedWords(pasted)}
            </p>
            <Button type="submit" disabled={pasted.ids.length === 0}>
              Make the plan
            </Button>
          </div>
        </form>
      </Panel>
      <Panel title="Or from the list of deliveries">
        <p className="mc-bulk-quiet">
          Filter the list, or pick rows in it, and plan a resend of them there. A plan shows what would be sent, what is
          left out and why, how many requests it takes and how long; nothing is sent before you begin the run.
        </p>
        <div className="mc-bulk-steps">
          <Button component="a" href={hashHref(`${screenPath('deliveries')}?state=failed`)} variant="default">
            Failed deliveries
          </Button>
          <Button component="a" href={hashHref(screenPath('deliveries'))} variant="default">
            All deliveries
          </Button>
        </div>
      </Panel>
    </div>
  );
}
