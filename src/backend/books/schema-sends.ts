// What must happen once happens once for a business, not for a profile: intents know at which origin they were made.

/**
 * Intents of resends and creates, and runs, carry the origin of their profile; the API's names of a record hold there, whichever
 * profile says them. Triggers and no unique indexes, for books of before may hold two open ones. A resend knows how its attempt stands
 * (`attempt_state`, and the evidence as JSON). What a profile that is gone has left open nobody would end: it ends here.
 */
export const VERSION_9 = `
ALTER TABLE resend_intents ADD COLUMN origin TEXT;
ALTER TABLE resend_intents ADD COLUMN attempt_state TEXT;
ALTER TABLE resend_intents ADD COLUMN attempt TEXT;
ALTER TABLE create_intents ADD COLUMN origin TEXT;
ALTER TABLE bulk_runs ADD COLUMN origin TEXT;
UPDATE resend_intents SET origin = (SELECT origin FROM profiles WHERE id = profile_id);
UPDATE create_intents SET origin = (SELECT origin FROM profiles WHERE id = profile_id);
UPDATE bulk_runs SET origin = (SELECT origin FROM profiles WHERE id = profile_id);
UPDATE resend_intents SET state = 'ended', outcome = CASE state WHEN 'armed' THEN 'not-sent' ELSE 'not-observed' END, ended_at = updated_at
  WHERE state <> 'ended' AND origin IS NULL;
UPDATE create_intents SET state = 'ended', outcome = CASE state WHEN 'armed' THEN 'not-sent' ELSE 'unknown' END, ended_at = updated_at
  WHERE state <> 'ended' AND origin IS NULL;
CREATE INDEX resend_by_origin ON resend_intents (origin, invoice_uuid, armed_at);
CREATE INDEX resend_awaited ON resend_intents (profile_id) WHERE attempt_state IN ('under-way', 'no-answer-yet');
CREATE INDEX create_by_origin ON create_intents (origin, external_id) WHERE state <> 'ended';
CREATE INDEX bulk_by_origin ON bulk_runs (origin) WHERE state IN ('running', 'waiting', 'paused', 'stopped');
CREATE TRIGGER resend_once_an_origin BEFORE INSERT ON resend_intents
  WHEN EXISTS (SELECT 1 FROM resend_intents WHERE origin = NEW.origin AND invoice_uuid = NEW.invoice_uuid AND state <> 'ended')
  BEGIN SELECT raise(ABORT, 'open-other'); END;
`;
