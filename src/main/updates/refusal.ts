// Why an offer of a newer version is not taken: a closed list, and a sentence for the person each.

export const REFUSALS = {
  'not-a-manifest': 'What the update address answered is no list of a release.',
  signature: 'The list of the release is not signed by the maker of this console.',
  product: 'The list is of another product.',
  channel: 'The list is of another line of releases.',
  version: 'The version that is offered is not written as versions are.',
  expired: 'The list of the release is no longer valid; a new one has to be published.',
  'too-long': 'The list of the release is said to be valid for longer than one may be.',
  clock: 'The list of the release is from the future: check the date of this computer.',
  older: 'What is offered is older than this console.',
  replayed: 'What is offered is older than a version that was offered before.',
  file: 'The list names no file that this console could take.',
  'too-large': 'The file that was sent is larger than its list says.',
  'too-short': 'The file that was sent is shorter than its list says.',
  digest: 'The file that was sent is not the one of the list.',
  changed: 'The file was changed after it had been checked.',
  publisher: 'The installer is not signed by the publisher of this console.',
  folder: 'The folder for downloads is not a folder of its own.',
} as const;
export type UpdateRefusal = keyof typeof REFUSALS;

/** A check that failed: what was offered is thrown away. */
export class RefusedError extends Error {
  readonly refusal: UpdateRefusal;

  constructor(refusal: UpdateRefusal, options?: ErrorOptions) {
    super(REFUSALS[refusal], options);
    this.name = 'RefusedError';
    this.refusal = refusal;
  }
}

/** The question was not answered, or the system did not do its part; the message is a sentence for the person. Nothing is known about the offer. */
export class UnableError extends Error {
  override readonly name = 'UnableError';
}
