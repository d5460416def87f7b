/** Handlers of the merchant's own books as they come in: files that are handed over, sources, imports. Not here: reading a file (backend/files). */
import { FailureError } from '../../domain/failure.ts';
import type { HandlersFor } from './handler.ts';

type ImportsCall =
  | 'files.open'
  | 'files.append'
  | 'files.discard'
  | 'imports.inspect'
  | 'imports.check'
  | 'imports.run'
  | 'imports.list'
  | 'imports.get'
  | 'imports.rejects'
  | 'imports.undo'
  | 'sources.list'
  | 'sources.save'
  | 'sources.remove';

const notYet = (): Promise<never> =>
  Promise.reject(new FailureError({ kind: 'unavailable-offline', detail: 'Not yet.' }));

export function importsHandlers(): HandlersFor<ImportsCall> {
  return {
    'files.open': notYet,
    'files.append': notYet,
    'files.discard': notYet,
    'imports.inspect': notYet,
    'imports.check': notYet,
    'imports.run': notYet,
    'imports.list': notYet,
    'imports.get': notYet,
    'imports.rejects': notYet,
    'imports.undo': notYet,
    'sources.list': notYet,
    'sources.save': notYet,
    'sources.remove': notYet,
  };
}
