import Type, { type Static } from 'typebox';
import { messageOnly } from '../../door/shapes.ts';
import { named, text, arrayOf } from '../../ground/http/document/fields.ts';

export const SupplierCreated = messageOnly('SupplierCreated', 'The supplier was registered.');
export type SupplierCreated = Static<typeof SupplierCreated>;

export const SupplierUpdated = messageOnly('SupplierUpdated', 'What changed, and what waits for the company.');
export type SupplierUpdated = Static<typeof SupplierUpdated>;

export const SupplierList = named('SupplierList', 'Suppliers of the company.', {
  suppliers: arrayOf(Type.Ref('SupplierEntry'), 'The suppliers, ordered by number.'),
  next: Type.Optional(
    text('Send it as after to get the next page. It is absent on the last page, and if no limit was sent.'),
  ),
});
