export const nothingBefore = Buffer.alloc(32);

/** A time as text, independent of the session's settings, to the microsecond that PostgreSQL stores. */
export const timeText = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export interface EntryExpressions {
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
 * The hash of an entry, in SQL: SHA-256 of the previous hash and of the entry as a JSON array in the text form of
 * jsonb, which writes each value in one way only. It is not a function in the database, which a forger of entries could
 * replace. The migration that chained the first entries has the same expression. Company and number are not in the call
 * of jsonb_build_array: the number comes from the updated row, and Citus accepts only immutable functions of such a
 * row.
 */
export const hashOf = (of: EntryExpressions) => `sha256(${of.previous}
  || convert_to('["' || ${of.company} || '", ', 'UTF8') || (${of.seq})::text::bytea || convert_to(', ' || substr(jsonb_build_array(
  ${of.id}, ${timeText(of.at)}, ${of.operatorId},
  ${of.operatorName}, ${of.action}, ${of.subjectType}, ${of.subjectId}, ${of.data})::text, 2), 'UTF8'))`;

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
