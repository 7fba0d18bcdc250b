import { short } from '../../../common/errors/short.ts';
import { dayOf } from '../dates.ts';
import type { CheckedInvoice } from '../invoice.ts';
import type { Known, KnownSupplier } from '../known.ts';
import { areAlike } from '../names.ts';
import { bareDigits } from '../../../common/numbers/digits.ts';
import { giroKey } from '../numbers/giro.ts';
import { maskPersonal, organizationKey } from '../../../common/numbers/organization.ts';
import { found, type Found, type Rule } from '../rule.ts';

const dayMs = 24 * 60 * 60_000;
/** How long a change of the payee is recent. */
export const recentMs = 30 * dayMs;
/** A change that is younger than the invoice was made while it was on its way: two processes' clocks differ by less. */
const underWayMs = 60_000;

const giros = [
  { code: 'payee.bankgiro', kind: 'bankGiro', path: 'supplierBankGiro' },
  { code: 'payee.postgiro', kind: 'postGiro', path: 'supplierPostGiro' },
] as const;

/** An invoice that is to be paid to another one than the supplier whose record it names, or to one that was changed lately or is blocked. */
export const payeeRule: Rule = {
  codes: [
    'payee.bankgiro',
    'payee.postgiro',
    'payee.organization',
    'payee.name',
    'payee.changed',
    'payee.blocked',
    'payee.unknown',
    'payee.unreadable',
    'payee.first',
  ],
  needs: ['supplier'],
  find: (invoice, { supplier, at }) =>
    supplier === undefined
      ? []
      : [...differing(invoice, supplier), ...changed(supplier, at), ...blocked(supplier, at), ...first(supplier)],
};

const compared = ['supplierBankGiro', 'supplierPostGiro', 'supplierOrganizationalNumber', 'supplierName'] as const;
type Payee = Pick<CheckedInvoice, (typeof compared)[number]>;

/** The payee of the last invoice that agreed with each record. Most invoices of a supplier repeat it, and need not be compared again. */
const agreed = new WeakMap<KnownSupplier, Payee>();

function differing(invoice: CheckedInvoice, supplier: KnownSupplier): Found[] {
  const last = agreed.get(supplier);
  if (last !== undefined && compared.every((field) => invoice[field] === last[field])) return [];
  const all = [...accounts(invoice, supplier), ...organization(invoice, supplier), ...name(invoice, supplier)];
  if (all.length === 0) {
    const { supplierBankGiro, supplierPostGiro, supplierOrganizationalNumber, supplierName } = invoice;
    agreed.set(supplier, { supplierBankGiro, supplierPostGiro, supplierOrganizationalNumber, supplierName });
  }
  return all;
}

const hasAccount = ({ bankGiro, postGiro, iban }: KnownSupplier) =>
  giroKey(bankGiro) !== '' || giroKey(postGiro) !== '' || iban.trim() !== '';

function accounts(invoice: CheckedInvoice, supplier: KnownSupplier): Found[] {
  const all: Found[] = [];
  for (const { code, kind, path } of giros) {
    const sent = invoice[path];
    if (sent === undefined) continue;
    const key = giroKey(sent);
    if (key !== '' && bareDigits(sent) === undefined) {
      all.push(found('payee.unreadable', { sent: short(sent), kind }, path));
      continue;
    }
    if (key === '' || key === giroKey(supplier[kind])) continue;
    all.push(
      hasAccount(supplier)
        ? found(code, { sent: short(sent), recorded: short(supplier[kind]) }, path)
        : found('payee.unknown', { account: short(sent), kind }, path),
    );
  }
  return all;
}

function organization({ supplierOrganizationalNumber: sent }: CheckedInvoice, { organizationalNumber }: KnownSupplier) {
  if (sent === undefined || sent === organizationalNumber) return [];
  const key = organizationKey(sent);
  const recorded = organizationKey(organizationalNumber);
  if (key === '' || recorded === '' || key === recorded) return [];
  return [
    found(
      'payee.organization',
      { sent: short(maskPersonal(sent)), recorded: short(maskPersonal(organizationalNumber)) },
      'supplierOrganizationalNumber',
    ),
  ];
}

const name = ({ supplierName: sent }: CheckedInvoice, { name }: KnownSupplier): Found[] =>
  sent === undefined || areAlike(sent, name)
    ? []
    : [found('payee.name', { sent: short(sent), recorded: short(name) }, 'supplierName')];

function changed({ payeeChangedAt }: KnownSupplier, at: Known['at']): Found[] {
  if (payeeChangedAt === undefined) return [];
  const ageMs = at.getTime() - payeeChangedAt.getTime();
  return ageMs < recentMs && ageMs > -underWayMs
    ? [found('payee.changed', { on: dayOf(payeeChangedAt.getTime()) })]
    : [];
}

function first({ isUnconfirmed, bankGiro, postGiro, iban }: KnownSupplier): Found[] {
  const account = bankGiro.trim() || postGiro.trim() || iban.trim();
  return isUnconfirmed === true && account !== '' ? [found('payee.first', { account: short(account) })] : [];
}

/** One that arrived before is judged as of then. */
const blocked = ({ blockedAt }: KnownSupplier, at: Known['at']): Found[] =>
  blockedAt !== undefined && at.getTime() - blockedAt.getTime() > -underWayMs
    ? [found('payee.blocked', { on: dayOf(blockedAt.getTime()) })]
    : [];
