/** What the first entry of a chain has for the hash of the one before. */
export const nothingBefore = Buffer.alloc(32);

/** A time in one text whatever the session's settings are, to the microsecond that PostgreSQL keeps. */
export const timeText = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** What an entry consists of, as columns or as parameters. */
export interface Hashed {
  previous: string;
  company: string;
  seq: string;
  id: string;
  at: string;
  operatorId: string;
  operatorName: string;
  action: string;
  subjectType: string;
  subjectId: string;
  data: string;
}

/**
 * The hash of an entry, in SQL: SHA-256 of the previous hash and of the entry as a JSON array in the text form of jsonb,
 * which has one way to write each value. It stands here and in no function of the database, which a forger of entries could
 * alter too. The migration that chained the first entries says the same. Company and number are written beside the array of the
 * rest: the number is made from the row that is updated, and Citus takes none but immutable functions of such a row.
 */
export const hashOf = (of: Hashed) => `sha256(${of.previous}
  || convert_to('["' || ${of.company} || '", ', 'UTF8') || (${of.seq})::text::bytea || convert_to(', ' || substr(jsonb_build_array(
  ${of.id}, ${timeText(of.at)}, ${of.operatorId},
  ${of.operatorName}, ${of.action}, ${of.subjectType}, ${of.subjectId}, ${of.data})::text, 2), 'UTF8'))`;

/** The hash that a stored entry should have. */
export const hashOfRow = hashOf({
  previous: 'previous',
  company: 'company_id',
  seq: 'seq',
  id: 'id',
  at: 'created_at',
  operatorId: 'operator_id',
  operatorName: 'operator_name',
  action: 'action',
  subjectType: 'subject_type',
  subjectId: 'subject_id',
  data: 'data',
});
