import type { InvoiceRow } from '../api/types.ts';
import { useFormat } from '../format.ts';
import { groupIban } from '../shared/record/whole-value.ts';
import { bilingual, useText } from '../text.ts';

const matches = bilingual(
  {
    fields: {
      orderNumber: (text: string) => `Order number ${text}`,
      internalReference: (text: string) => `Our reference ${text}`,
      externalReference: (text: string) => `Supplier’s reference ${text}`,
      projectName: (text: string) => `Project ${text}`,
      paymentReferenceOCR: (text: string) => `Payment reference ${text}`,
      supplierName: (text: string) => `Name on the invoice ${text}`,
      supplierNumber: (text: string) => `Supplier ${text}`,
      externalReferenceId: (text: string) => `Partner’s reference ${text}`,
      organizationalNumber: (text: string) => `Supplier’s organisational number ${text}`,
      bankGiro: (text: string) => `Supplier’s bank giro ${text}`,
      postGiro: (text: string) => `Supplier’s post giro ${text}`,
      iban: (text: string) => `Supplier’s IBAN ${text}`,
    },
    inFile: (file: string, page: string, text: string) => `${file}, page ${page}: “${text}”`,
  },
  {
    fields: {
      orderNumber: (text) => `Ordernummer ${text}`,
      internalReference: (text) => `Vår referens ${text}`,
      externalReference: (text) => `Leverantörens referens ${text}`,
      projectName: (text) => `Projekt ${text}`,
      paymentReferenceOCR: (text) => `Betalningsreferens ${text}`,
      supplierName: (text) => `Namn på fakturan ${text}`,
      supplierNumber: (text) => `Leverantör ${text}`,
      externalReferenceId: (text) => `Partnerns referens ${text}`,
      organizationalNumber: (text) => `Leverantörens organisationsnummer ${text}`,
      bankGiro: (text) => `Leverantörens bankgiro ${text}`,
      postGiro: (text) => `Leverantörens plusgiro ${text}`,
      iban: (text) => `Leverantörens IBAN ${text}`,
    },
    inFile: (file, page, text) => `${file}, sida ${page}: ”${text}”`,
  },
);

/** Says by what a search has found an invoice: the field, or the file with the page and the words around. */
export function useMatchText(): (match: NonNullable<InvoiceRow['match']>) => string {
  const t = useText(matches);
  const format = useFormat();
  return ({ field, text, fileName = '', page = 1 }) =>
    field === 'file' ? t.inFile(fileName, format.number(page), text) : t.fields[field](groupIban(text));
}
