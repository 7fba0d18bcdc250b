import { traceIdIn } from '../pages/calls/trace-id.ts';

/** The service takes no longer text. */
const maxLength = 200;

/** Fields that name a record, in an answer of the service or in what a partner sent. */
const names = [
  'supplierInvoiceId',
  'id',
  'externalReferenceId',
  'supplierInvoiceNumber',
  'supplierNumber',
  'number',
  'proposalId',
];

/** The text to search for. Of a pasted answer, log line or JSON document it is what names the record or the call. */
export function searchedText(typed: string): string {
  const text = typed.trim();
  return traceIdIn(text) ?? (text.startsWith('{') ? nameIn(text) : undefined) ?? text.slice(0, maxLength);
}

function nameIn(json: string): string | undefined {
  try {
    const fields = JSON.parse(json) as Record<string, unknown>;
    return names.map((name) => fields[name]).find((value) => typeof value === 'string' && value.trim() !== '') as
      | string
      | undefined;
  } catch {
    return undefined;
  }
}
