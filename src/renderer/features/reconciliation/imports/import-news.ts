// An import that ends while the person looks at another screen is told of there, once.
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { screenPath } from '../../../../domain/console/screens.ts';
import { useCall, useProfile } from '../../../bridge/index.ts';
import { importPath, type ShownNews, plainText, tellNews } from '../../../ui/index.ts';
import { isOpen, type ImportJob, whyWords } from './running-imports.tsx';

const IMPORTS = screenPath('imports');

/** For the frame of all screens. What was over before this window saw it run is no news; neither is what a person has cancelled. */
export function useImportNews(): void {
  const { id: profile } = useProfile();
  const jobs = useCall('jobs.list', {}).data?.jobs;
  const [path] = useLocation();
  const running = useRef(new Set<string>());
  useEffect(() => {
    for (const job of jobs?.filter(({ kind }) => kind === 'import') ?? []) {
      if (isOpen(job)) running.current.add(job.id);
      // The screens of imports show the end themselves.
      else if (running.current.delete(job.id) && !path.startsWith(IMPORTS) && job.state !== 'cancelled') {
        tellNews(newsOf(job, profile));
      }
    }
  }, [jobs, path, profile]);
}

function newsOf(job: ImportJob, profile: string | null): ShownNews {
  const name = plainText((job.fileName ?? job.label).slice(0, 80));
  const isDone = job.state === 'done';
  return {
    id: `import-${job.id}-${job.state}`,
    tone: isDone ? 'good' : 'warn',
    title: isDone ? `${name} is imported` : `${name} was not imported`,
    words: isDone
      ? 'Its entries are held against the records by themselves.'
      : `${whyWords(job)} Nothing of it was kept.`,
    link: isDone ? { label: 'Open the import', path: importPath(job.id) } : { label: 'Imports', path: IMPORTS },
    profile,
  };
}
