import type { InvoiceDocument } from '../../../api/types.ts';
import { digitsOf, isNum } from '../../../exact.ts';

/** What an invoice is called: the supplier's number of it, or else the partner's reference. */
export const numberOf = ({ supplierInvoiceNumber, externalReferenceId }: InvoiceDocument): string =>
  String(supplierInvoiceNumber || externalReferenceId);

/** What an invoice says that it credits; empty where it says nothing. */
export const creditedIn = ({ creditInvoiceReference }: InvoiceDocument): string =>
  typeof creditInvoiceReference === 'string' ? creditInvoiceReference.trim() : '';

/** A credit note names what it credits, or its total is below zero. */
export const isCredit = (document: InvoiceDocument): boolean =>
  creditedIn(document) !== '' || (isNum(document.totalPrice) && digitsOf(document.totalPrice).startsWith('-'));
