import type { Import } from './imports.ts';

export const supplierImport = {
  fields: {
    number: { en: 'Supplier number', sv: 'Leverantörsnummer', required: true },
    name: { en: 'Name', sv: 'Namn' },
    organizationalNumber: { en: 'Organisational number', sv: 'Organisationsnummer' },
    street: { en: 'Street', sv: 'Gatuadress' },
    postIndex: { en: 'Postal code', sv: 'Postnummer' },
    city: { en: 'City', sv: 'Ort' },
    country: { en: 'Country', sv: 'Land' },
    phone: { en: 'Telephone', sv: 'Telefon' },
    email: { en: 'E-mail', sv: 'E-post' },
    website: { en: 'Website', sv: 'Webbplats' },
    bankGiro: { en: 'Bank giro', sv: 'Bankgiro' },
    postGiro: { en: 'Post giro', sv: 'Plusgiro' },
    iban: { en: 'IBAN', sv: 'IBAN' },
    bicSwift: { en: 'BIC', sv: 'BIC' },
  },
  example: [
    { number: '1042', name: 'Nordbygg Material AB', organizationalNumber: '556016-0680', bankGiro: '991-2346' },
    { number: '1043', name: 'Östra Rör' },
  ],
} satisfies Import;
