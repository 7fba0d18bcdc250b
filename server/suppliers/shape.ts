import Type, { type Static } from 'typebox';
import { type RemovedFields, exampleOf, optionalText, requiredText } from '../ground/http/document/fields.ts';

const fields = {
  number: requiredText({
    description: 'The supplier’s unique identifier in the company. Invoices refer to it as supplierNumber.',
    examples: ['1042'],
  }),
  name: requiredText({ description: 'The name of the supplier.', examples: ['Nordbygg Material AB'] }),
  organizationalNumber: optionalText({ description: 'The organisational number.', examples: ['556016-0680'] }),
  city: optionalText({ description: 'The city of the postal address.', examples: ['Uppsala'] }),
  street: optionalText({ description: 'Street and number of the postal address.', examples: ['Kungsgatan 12'] }),
  postIndex: optionalText({ description: 'The postal code.', examples: ['753 18'] }),
  country: optionalText({ description: 'The country.', examples: ['SE'] }),
  phone: optionalText({ description: 'A telephone number.', examples: ['+46 18 000 00 00'] }),
  email: optionalText({ description: 'An e-mail address.', examples: ['faktura@nordbygg.example'] }),
  website: optionalText({ description: 'A web address.', examples: ['https://nordbygg.example'] }),
  bankGiro: optionalText({ description: 'The bank giro number.', examples: ['991-2346'] }),
  postGiro: optionalText({ description: 'The post giro number.', examples: ['12345-5'] }),
  iban: optionalText({
    description: 'The IBAN. The company may also set it itself.',
    examples: ['SE4550000000058398257466'],
  }),
  bicSwift: optionalText({
    description: 'The BIC (SWIFT code). The company may also set it itself.',
    examples: ['ESSESESS'],
  }),
};

export const Supplier = Type.Object(fields, {
  $id: 'Supplier',
  description: 'A supplier to register. Fields that are not listed here are kept with it and named in the answer.',
  examples: [exampleOf(fields)],
});

export type Supplier = Static<typeof Supplier>;

export type SupplierField = keyof typeof Supplier.properties;

export const supplierFields = Object.keys(Supplier.properties) as SupplierField[];

export const supplierIdentifiers = ['number'] as const;

export const removedSupplierFields: RemovedFields = { paymentAccount: 'send bankGiro or postGiro instead' };

interface FieldText {
  description: string;
  examples: string[];
}

const described = ({ description, examples }: FieldText) =>
  Type.String({ description: `${description} Empty if it is unknown.`, examples });

export const SupplierEntry = Type.Object(
  Object.fromEntries(supplierFields.map((field) => [field, described(fields[field] as unknown as FieldText)])),
  { $id: 'SupplierEntry', description: 'A supplier of the company. Every field is there and is a string.' },
);

export type SupplierEntry = Record<SupplierField, string>;

export interface FieldChange {
  field: SupplierField;
  from: string;
  to: string;
}

export const emptyEntry = Object.fromEntries(supplierFields.map((field) => [field, ''])) as SupplierEntry;

export const exampleEntry = exampleOf(fields);
