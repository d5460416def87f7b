// Strips above every screen: sandbox money, a read-only profile, a lost connection, an API that does not answer, a
// wrong clock, a store in trouble. Calm, and gone when their reason is.
import { CloseButton } from '@mantine/core';
import { IconBell, IconClockExclamation, IconLock, IconPlugConnectedX, IconTool } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import type { Failure } from '../../domain/failure.ts';
import { useCall, useConnection, useEvent, useProfile } from '../bridge/index.ts';
import {
  failureWords,
  followServerClock,
  type News,
  plainText,
  putNewsAway,
  tellNews,
  TimeOfDayText,
  useNews,
} from '../ui/index.ts';
import { clockWords, cutOffBy } from './notice-words.ts';
import { BooksStrips } from './books-strips.tsx';
import { StandingBanners } from './standing-banners.tsx';
import { useTroubles } from './troubles.ts';
import { TryStrip } from './try-strip.tsx';
import { NEWS_PATHS, type NewsSubject } from '../../domain/notice.ts';
import { useImportNews } from '../features/reconciliation/imports/import-news.ts';
import classes from './frame.module.css';

const LABELS: Readonly<Record<NewsSubject, string>> = {
  'failed-deliveries': 'Failed deliveries',
  'rejected-withdrawals': 'Rejected withdrawals',
  'late-changes': 'Late changes',
  contradictions: 'Exceptions',
  'closed-facts': 'Changed after their close',
};

/** All that was told and not put away. */
function NewsStrips(): ReactNode {
  const { id: shown } = useProfile();
  useEvent('news', ({ id, about, title, body }, profile) =>
    tellNews({
      id,
      title,
      words: body,
      tone: 'warn',
      link: { label: LABELS[about], path: NEWS_PATHS[about] },
      profile,
    }),
  );
  useImportNews();
  return useNews().map((news) => <Strip key={news.id} news={news} isOfShown={news.profile === shown} />);
}

/** Its link leads into the business that it is about, so it stands there only. */
function Strip({ news, isOfShown }: { readonly news: News; readonly isOfShown: boolean }): ReactNode {
  const { id, title, words, tone, link } = news;
  return (
    <div className={classes.banner} data-tone={tone} role="status">
      <IconBell size={16} aria-hidden="true" />
      <span>
        <strong data-plain>{plainText(title.slice(0, 120))}.</strong> {plainText(words.slice(0, 400))}
      </span>
      <span className={`${classes.bannerEnd} ${classes.newsWays}`}>
        {link === null || !isOfShown ? null : (
          <Link className="mc-link" href={link.path} onClick={() => putNewsAway(id)}>
            {link.label}
          </Link>
        )}
        <CloseButton size="sm" aria-label={`Close: ${plainText(title.slice(0, 60))}`} onClick={() => putNewsAway(id)} />
      </span>
    </div>
  );
}

/** All strips that apply now. */
export function Banners(): ReactNode {
  const { profile } = useProfile();
  const connection = useConnection();
  return (
    <section className="mc-no-print" aria-label="Notices">
      {profile?.readOnly === true ? (
        <div className={classes.banner} data-tone="quiet">
          <IconLock size={16} aria-hidden="true" />
          <span>This profile is read-only: nothing can be sent or changed with it.</span>
        </div>
      ) : null}
      <StandingBanners />
      {connection === 'reconnecting' ? (
        <div className={classes.banner} data-tone="warn" role="status">
          <IconPlugConnectedX size={16} aria-hidden="true" />
          <span>The connection to the console’s engine is lost. What you see may be old; reconnecting…</span>
        </div>
      ) : null}
      <OfTheApi />
      <BooksStrips />
      <Troubles />
      <NewsStrips />
    </section>
  );
}

/** What the API's answers, or their absence, say about now. */
function OfTheApi(): ReactNode {
  const { data } = useCall('sync.status', {});
  const offsetMs = data?.clockOffsetMs ?? 0;
  useEffect(() => followServerClock(offsetMs), [offsetMs]);
  if (data === undefined) return null;
  const clock = clockWords(offsetMs);
  const failure = cutOffBy(data);
  return (
    <>
      {failure === null ? null : <CutOff failure={failure} asOf={data.invoices.asOf} />}
      {clock === null ? null : (
        <div className={classes.banner} data-tone="warn" role="status">
          <IconClockExclamation size={16} aria-hidden="true" />
          <span>{clock}</span>
        </div>
      )}
    </>
  );
}

/** The API does not answer: why, how old the screen is, and a way to try at once. */
function CutOff({ failure, asOf }: { readonly failure: Failure; readonly asOf: string | null }): ReactNode {
  const { title, sentence, nextStep } = failureWords(failure);
  const age =
    asOf === null ? null : (
      <>
        What you see was read at <TimeOfDayText value={asOf} />.
      </>
    );
  return (
    <TryStrip tone="warn" age={age}>
      <strong data-plain>{title}.</strong> {failure.kind === 'rejected' ? `${sentence} ` : ''}
      {nextStep}
    </TryStrip>
  );
}

/** What a store reported, until it is read and closed. One of a kind at a time. */
function Troubles(): ReactNode {
  const { list, add, putAway } = useTroubles();
  useEvent('trouble', add);
  return list.map(({ kind, message }) => (
    <div key={kind} className={classes.banner} data-tone="warn" role="alert">
      <IconTool size={16} aria-hidden="true" />
      <span>{message.slice(0, 400)}</span>
      <CloseButton
        className={classes.bannerEnd}
        size="sm"
        aria-label="Close this message"
        onClick={() => putAway(kind)}
      />
    </div>
  ));
}
