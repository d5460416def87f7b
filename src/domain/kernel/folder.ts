// A folder that a person has chosen for files that are made by themselves: what may be wrong with it, and what to do.
/** Characters of its path. */
export const MAX_FOLDER = 1_000;

/** Why a file is not in it. */
export const FOLDER_PROBLEMS = [
  'gone',
  'no-folder',
  'no-permission',
  'full',
  'long-name',
  'taken',
  'ours',
  'not-written',
] as const;
export type FolderProblem = (typeof FOLDER_PROBLEMS)[number];

export const FOLDER_WORDS: Readonly<Record<FolderProblem, string>> = {
  gone: 'The folder is not there. Connect its disk, or choose another folder.',
  'no-folder': 'What lies under that path is no folder. Choose another one.',
  'no-permission': 'The folder may not be written. Give yourself the right to, or choose another folder.',
  full: 'The disk of the folder is full. Make room there.',
  'long-name': 'The path is longer than the system takes. Choose a folder with a shorter one.',
  taken: 'A hundred other files have its name already. Move them, or give the schedule another file name.',
  ours: 'The folder belongs to the console itself. Choose another one.',
  'not-written': 'The file could not be written there.',
};
