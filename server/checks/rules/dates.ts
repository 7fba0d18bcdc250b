import { dayOf, isMidnight } from '../dates.ts';
import { found, type Found, type Rule } from '../rule.ts';

const fields = ['invoiceDate', 'paymentDueDate'] as const;

/** Dates that do not follow each other, or are no days. */
export const datesRule: Rule = {
  codes: ['date.due', 'date.time'],
  needs: [],
  find: (invoice) => {
    const all: Found[] = [];
    const { invoiceDate, paymentDueDate } = invoice;
    // Days of Stockholm follow each other as times do, so a later time is not looked at more closely.
    if (invoiceDate !== undefined && paymentDueDate !== undefined && paymentDueDate < invoiceDate) {
      const days = { due: dayOf(paymentDueDate), dated: dayOf(invoiceDate) };
      if (days.due < days.dated) all.push(found('date.due', days, 'paymentDueDate'));
    }
    for (const field of fields) {
      const at = invoice[field];
      if (at === undefined || isMidnight(at)) continue;
      all.push(found('date.time', { field, sent: new Date(at).toISOString(), understood: dayOf(at) }, field));
    }
    return all;
  },
};
