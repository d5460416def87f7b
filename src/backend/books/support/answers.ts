// Answers to customers that the team has written instead of the built-in texts, one a language and state.
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import { type Answer, ANSWER_LANGUAGES, ANSWER_STATES } from '../../../domain/support/answers.ts';
import { readText } from '../../sqlite/columns.ts';
import { rowReader, word } from '../../sqlite/rows.ts';
import { changedSince, note } from '../kernel/activity.ts';
import type { BooksContext, Deed, OfProfile } from '../kernel/context.ts';

const readAnswer = rowReader({ language: word(ANSWER_LANGUAGES), state: word(ANSWER_STATES), text: readText });

/** `answers.list`: as many as languages and states allow. */
export function listAnswers({ database }: BooksContext, { profileId }: OfProfile): readonly Answer[] {
  const sql = 'SELECT language, state, text FROM answers WHERE profile_id = ? ORDER BY language, state';
  return database.all(sql, profileId).map(readAnswer);
}

export interface SaveAnswer extends Deed, Pick<Answer, 'language' | 'state'> {
  /** Null: there is none of the team's own any more. */
  readonly text: string | null;
  /** How the one who writes has seen it. */
  readonly before: string | null;
}

/** `answers.save`: answers false when it stands so already. Throws FailureError `changed-since` when somebody else has changed it since it was seen. */
export function saveAnswer(context: BooksContext, input: SaveAnswer): boolean {
  const { database } = context;
  const { profileId, language, state, text, before } = input;
  const isIt = (answer: Answer): boolean => answer.language === language && answer.state === state;
  const known = listAnswers(context, { profileId }).find(isIt)?.text ?? null;
  if (known === text) return false;
  if (known !== before) {
    const of = { '$.language': language, '$.state': state };
    throw new FailureError(changedSince(context, { profileId, actions: ['save-answer'], of }));
  }
  const key = { profileId, language, state };
  if (text === null) {
    const sql = 'DELETE FROM answers WHERE profile_id = @profileId AND language = @language AND state = @state';
    database.run(sql, key);
  } else {
    const sql = `INSERT INTO answers (profile_id, language, state, text) VALUES (@profileId, @language, @state, @text)
        ON CONFLICT DO UPDATE SET text = excluded.text`;
    database.run(sql, { ...key, text });
  }
  note(context, input, {
    action: 'save-answer',
    summary: `${text === null ? 'Remove' : 'Write'} the answer to customers in “${language}” for “${state}”`,
    outcome: 'done',
    evidence: { language, state, text, before },
  });
  return true;
}
