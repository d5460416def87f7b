// What is remembered of earlier questions: when the last one was, and the highest version that a verified manifest
// offered, so that an old one cannot be offered again. A file that cannot be read is as good as none.
import { lstat, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeWhole } from '../../backend/whole-file.ts';
import { fieldOf } from '../../domain/fields.ts';
import { parseVersion, type Version } from '../../domain/update.ts';

const MAX_BYTES = 4_096;

export interface Memory {
  readonly highest: Version | null;
  /** Of the last question, ms since the epoch; null before the first. */
  readonly askedMs: number | null;
}

export async function recall(path: string): Promise<Memory> {
  try {
    const { size } = await lstat(path);
    const parsed: unknown = size > MAX_BYTES ? null : JSON.parse(await readFile(path, 'utf8'));
    const [highest, askedMs] = [fieldOf(parsed, 'highest'), fieldOf(parsed, 'askedMs')];
    return {
      highest: typeof highest === 'string' ? parseVersion(highest) : null,
      askedMs: typeof askedMs === 'number' && Number.isSafeInteger(askedMs) ? askedMs : null,
    };
  } catch {
    return { highest: null, askedMs: null };
  }
}

/** Rejects with the system's error. */
export async function remember(path: string, { highest, askedMs }: Memory): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ highest: highest?.text ?? null, askedMs });
  await writeWhole(path, text, { folder: 'ours', mode: 0o600 });
}
