import Type, { type Static } from 'typebox';
import { messageOnly } from '../../../door/shapes.ts';
import { optionalText } from '../../../ground/http/document/fields.ts';
import { optionalBody } from '../../../ground/http/document/publish.ts';

/** The body may be missing. */
export const SupplierInvoiceWithdrawal = Type.Object(
  {
    reason: optionalText(
      'Why, for the people at the company. At most 1,000 characters.',
      'Sent with the wrong amount; a corrected invoice follows.',
      1000,
    ),
  },
  { $id: 'SupplierInvoiceWithdrawal', description: 'Takes back a supplier invoice.', ...optionalBody },
);
export type SupplierInvoiceWithdrawal = Static<typeof SupplierInvoiceWithdrawal>;

export const SupplierInvoiceWithdrawn = messageOnly('SupplierInvoiceWithdrawn', 'The invoice is withdrawn.');
export type SupplierInvoiceWithdrawn = Static<typeof SupplierInvoiceWithdrawn>;
