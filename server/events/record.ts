import type { HowMany } from '../ground/db/input.ts';

/**
 * Events are written by the statement that makes what they tell of. This is the tail of such a statement, whose $1
 * is the company and $2 the time: `fresh` is the part of it with a row of (event_id, type, subject_id, data, place)
 * for each thing made. The counter's row is taken last and moved on only by as many as were made, so the numbers of
 * a company have no holes, and two processes wait for each other no longer than a commit takes. Where no more than one
 * thing can be made, nothing need be counted or numbered.
 */
export const recordEvents = (howMany: HowMany, fresh: string, alsoSet = '') =>
  howMany === 'one'
    ? `
  counted AS (
    UPDATE company_counters SET event_seq = event_seq + 1 ${alsoSet && `, ${alsoSet}`} FROM ${fresh}
    WHERE company_id = $1
    RETURNING event_seq
  ), recorded AS (
    INSERT INTO events (company_id, seq, id, type, subject_id, data, created_at)
    SELECT $1, event_seq, event_id, type, subject_id, data, $2 FROM ${fresh} CROSS JOIN counted
  )`
    : `
  counted AS (
    UPDATE company_counters SET event_seq = event_seq + made.many ${alsoSet && `, ${alsoSet}`}
    FROM (SELECT count(*) AS many FROM ${fresh}) AS made
    WHERE company_id = $1 AND made.many > 0
    RETURNING event_seq
  ), recorded AS (
    INSERT INTO events (company_id, seq, id, type, subject_id, data, created_at)
    SELECT $1, event_seq + 1 - row_number() OVER (ORDER BY place DESC), event_id, type, subject_id, data, $2
    FROM ${fresh} CROSS JOIN counted
  )`;
