import { checkedInvoice, daysOf } from './read.ts';
import type { CheckedInvoice } from './invoice.ts';
import { defaultZone } from '../../common/days.ts';

/** As an invoice of a company in the default time zone is read on arrival. */
export const checkedOnArrival = (fields: Readonly<Record<string, unknown>>): CheckedInvoice =>
  checkedInvoice(fields, daysOf(fields, defaultZone));
