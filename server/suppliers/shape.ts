import Type, { type Static } from 'typebox';
import { usedLengthsOfSupplier } from '../../common/used-lengths.ts';
import {
  type RemovedFields,
  exampleOf,
  optionalText,
  requiredText,
  identifierText,
  longText,
  named,
} from '../ground/http/document/fields.ts';

/** As operators write them. */
export const writtenFields = {
  number: identifierText(
    'The supplier’s unique identifier in the company. Invoices refer to it as supplierNumber.',
    '1042',
  ),
  name: requiredText('The name of the supplier.', 'Nordbygg Material AB'),
  organizationalNumber: optionalText('The organisational number.', '556016-0680'),
  city: optionalText('The city of the postal address.', 'Uppsala'),
  street: optionalText('Street and number of the postal address.', 'Kungsgatan 12'),
  postIndex: optionalText('The postal code.', '753 18'),
  country: optionalText('The country.', 'SE'),
  phone: optionalText('A telephone number.', '+46 18 000 00 00'),
  email: optionalText('An e-mail address.', 'faktura@nordbygg.example'),
  website: optionalText('A web address.', 'https://nordbygg.example'),
  bankGiro: optionalText('The bank giro number.', '991-2346'),
  postGiro: optionalText('The post giro number.', '12345-5'),
  iban: optionalText('The IBAN. The company may also set it itself.', 'SE4550000000058398257466'),
  bicSwift: optionalText('The BIC (SWIFT code). The company may also set it itself.', 'ESSESESS'),
};

type ContactField = keyof typeof usedLengthsOfSupplier;

export const contactFields = Object.keys(usedLengthsOfSupplier) as ContactField[];

/** As partners send them: a long contact detail does not lose the supplier. */
const sentFields = {
  ...writtenFields,
  ...(Object.fromEntries(
    contactFields.map((field) => {
      const { description, examples } = writtenFields[field] as unknown as FieldText;
      return [field, longText(description, examples[0] as string, usedLengthsOfSupplier[field])];
    }),
  ) as Record<ContactField, ReturnType<typeof longText>>),
};

export const Supplier = Type.Object(sentFields, {
  $id: 'Supplier',
  description: 'A supplier to register. Fields that are not listed here are kept with it and named in the answer.',
  examples: [exampleOf(sentFields)],
});

const { number, name, ...others } = sentFields;
const patchFields = {
  number: Type.Optional({ ...number, description: 'The number of the path; it cannot change.' }),
  name: Type.Optional({ ...name, description: 'The name of the supplier. It cannot be emptied.' }),
  ...others,
};

export const SupplierUpdate = Type.Object(patchFields, {
  $id: 'SupplierUpdate',
  description:
    'The fields of a supplier to change. Those that are left out stay as they are; null or an empty text empties a field.',
  examples: [{ city: 'Uppsala', phone: null }],
});

export type SupplierUpdate = Static<typeof SupplierUpdate>;

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

export const SupplierEntry = named(
  'SupplierEntry',
  'A supplier of the company. Every field is there and is a string.',
  Object.fromEntries(supplierFields.map((field) => [field, described(writtenFields[field] as unknown as FieldText)])),
);

export type SupplierEntry = Record<SupplierField, string>;

export interface FieldChange {
  field: SupplierField;
  from: string;
  to: string;
}

export const emptyEntry = Object.fromEntries(supplierFields.map((field) => [field, ''])) as SupplierEntry;

export const exampleEntry = exampleOf(writtenFields);

export const proposalStates = ['waiting', 'confirmed', 'declined'] as const;
export type ProposalState = (typeof proposalStates)[number];
