/**
 * News above every screen, each until it is put away: what the engine saw happen to somebody's money, and what a screen that was left has to say.
 * Not here: the standing facts (banners.tsx).
 */
import { CloseButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NEWS_PATHS, type NewsSubject } from '../../domain/notice.ts';
import { useEvent, useProfile } from '../bridge/index.ts';
// Not by the feature's index, which would load all of its screens with the frame.
import { useImportNews } from '../features/reconciliation/imports/import-news.ts';
import { type News, plainText, putNewsAway, tellNews, useNews } from '../ui/index.ts';
import classes from './frame.module.css';

const LABELS: Readonly<Record<NewsSubject, string>> = {
  'failed-deliveries': 'Failed deliveries',
  'rejected-withdrawals': 'Rejected withdrawals',
  'late-changes': 'Late changes',
  contradictions: 'Exceptions',
  'closed-facts': 'Changed after their close',
};

/** All that was told and not put away. */
export function NewsStrips(): ReactNode {
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
