import type { InvoicePath } from '../src/api/types.ts';
import { change, read } from '../src/api.ts';

/** Mistakes that must not compile against the operator document. */
export async function refused(invoice: InvoicePath): Promise<void> {
  // @ts-expect-error The address has a slip of the pen.
  await read('/companys/1/invoices');
  // @ts-expect-error Nothing is known of what a longer address answers.
  void (await read(`${invoice}/aproval`)).state;
  // @ts-expect-error The list has no such filter.
  await read('/companies/1/invoices', { query: { stat: 'held' } });
  // @ts-expect-error The record has no such field.
  void (await read(invoice)).amount;
  // @ts-expect-error An invoice cannot be deleted.
  await change('DELETE', invoice);
  // @ts-expect-error A rejection needs its reason.
  await change('POST', `${invoice}/reject`);
  // @ts-expect-error An approval has a comment and no reason.
  await change('POST', `${invoice}/approve`, { reason: 'It is right.' });
}
