// The export of a closed period: its canonical form, byte for byte what was hashed, so that anybody can recompute the
// digest (docs/close-format.md).
import { rmSync } from 'node:fs';
import { closeText } from '../books/closes.ts';
import type { BooksContext } from '../books/context.ts';
import type { SelectionOf } from '../../domain/export.ts';
import type { ExportJob, ExportResult } from '../files/export.ts';
import { type Manifest, MANIFEST_ENDING, writeManifest } from '../files/manifest.ts';
import { PartialFile } from '../files/partial-file.ts';
import { closeOf, lockedProvenance } from './export-locked.ts';
import { type JobControl, Pace } from './export-pace.ts';
import { askedFor } from './export-selection.ts';

const ENDING = '.txt';

/** Writes the text and its manifest, or leaves nothing. Throws `not-found` for a close of another profile, too, and `cancelled`. */
export function exportClose(
  context: BooksContext,
  { closeId }: SelectionOf<'close'>,
  job: ExportJob,
  control: JobControl,
): ExportResult {
  const close = closeOf(context, { profileId: job.profileId, closeId });
  const path = `${job.path}${ENDING}`;
  const file = new PartialFile(path);
  try {
    const pace = new Pace(close.facts, control);
    let rows = 0;
    for (const text of closeText(context.database, closeId)) {
      file.write(Buffer.from(text, 'utf8'));
      const lines = text.split('\n').length - 1;
      rows += lines;
      pace.skip(lines);
    }
    const facts = file.finish();
    const isAsLocked = facts.sha256 === close.sha256;
    const manifest: Manifest = {
      ...job.about,
      file: { name: `${job.name}${ENDING}`, format: 'text', ...facts },
      ...lockedProvenance(close),
      notes: [
        `Close ${closeId}, locked with SHA-256 ${close.sha256} over ${close.facts} facts.`,
        isAsLocked
          ? 'The SHA-256 of this file is the one that was locked.'
          : 'WARNING: the SHA-256 of this file is not the one that was locked.',
      ],
      timeZone: 'UTC',
      selection: askedFor(job),
      columns: [],
      rows,
      totals: [],
    };
    writeManifest(path, manifest);
    const notice = isAsLocked ? null : 'digest-differs';
    return { rows, bytes: facts.bytes, ending: ENDING, manifestEnding: `${ENDING}${MANIFEST_ENDING}`, notice, cut: 0 };
  } catch (error) {
    file.abandon();
    rmSync(path, { force: true });
    throw error;
  }
}
