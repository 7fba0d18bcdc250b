import { dayIn, dayMs, defaultZone } from '../../../common/days.ts';
import { short } from '../../../common/errors/words.ts';
import type { CheckedInvoice } from '../invoice.ts';
import type { CheckedSupplier } from '../context.ts';
import { hasAccount, isNoAccount, isRecorded, isUnreadable } from '../accounts.ts';
import { organizationLook } from '../looks.ts';
import { areAlike } from '../names.ts';
import { maskPersonal } from '../../../common/numbers/organization.ts';
import { rawFinding, type RawFinding, type Rule } from '../rule.ts';
import { limitOf } from '../limits.ts';

const giros = [
  { code: 'payee.bankgiro', kind: 'bankGiro', path: 'supplierBankGiro' },
  { code: 'payee.postgiro', kind: 'postGiro', path: 'supplierPostGiro' },
] as const;

/** The payee differs from the supplier's record, or the supplier is blocked, unconfirmed or recently changed. */
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
  find: (invoice, { supplier, at, zone = defaultZone }, limits) =>
    supplier === undefined
      ? []
      : [
          ...differing(invoice, supplier),
          ...changed(supplier, at, limitOf(limits, 'recentDays'), zone),
          ...blocked(supplier, zone),
          ...first(supplier),
        ],
};

const compared = ['supplierBankGiro', 'supplierPostGiro', 'supplierOrganizationalNumber', 'supplierName'] as const;
type Payee = Pick<CheckedInvoice, (typeof compared)[number]>;

/** The payee of the last invoice that matched each record. Most invoices repeat it and skip the comparison. */
const lastMatch = new WeakMap<CheckedSupplier, Payee>();

function differing(invoice: CheckedInvoice, supplier: CheckedSupplier): RawFinding[] {
  const last = lastMatch.get(supplier);
  if (last !== undefined && compared.every((field) => invoice[field] === last[field])) return [];
  const all = [...accounts(invoice, supplier), ...organization(invoice, supplier), ...name(invoice, supplier)];
  if (all.length === 0) {
    const { supplierBankGiro, supplierPostGiro, supplierOrganizationalNumber, supplierName } = invoice;
    lastMatch.set(supplier, { supplierBankGiro, supplierPostGiro, supplierOrganizationalNumber, supplierName });
  }
  return all;
}

function accounts(invoice: CheckedInvoice, supplier: CheckedSupplier): RawFinding[] {
  const all: RawFinding[] = [];
  for (const { code, kind, path } of giros) {
    const sent = invoice[path];
    if (sent === undefined || isNoAccount(sent)) continue;
    if (isUnreadable(sent)) all.push(rawFinding('payee.unreadable', { sent: short(sent), kind }, path));
    else if (!isRecorded(supplier, kind, sent))
      all.push(
        hasAccount(supplier)
          ? rawFinding(code, { sent: short(sent), recorded: short(supplier[kind]) }, path)
          : rawFinding('payee.unknown', { account: short(sent), kind }, path),
      );
  }
  return all;
}

function organization(
  { supplierOrganizationalNumber: sent }: CheckedInvoice,
  { organizationalNumber }: CheckedSupplier,
) {
  if (sent === undefined || sent === organizationalNumber) return [];
  const key = organizationLook(sent);
  const recorded = organizationLook(organizationalNumber);
  if (key === '' || recorded === '' || key === recorded) return [];
  return [
    rawFinding(
      'payee.organization',
      { sent: short(maskPersonal(sent)), recorded: short(maskPersonal(organizationalNumber)) },
      'supplierOrganizationalNumber',
    ),
  ];
}

const name = ({ supplierName: sent }: CheckedInvoice, { name }: CheckedSupplier): RawFinding[] =>
  sent === undefined || areAlike(sent, name)
    ? []
    : [rawFinding('payee.name', { sent: short(sent), recorded: short(name) }, 'supplierName')];

/** A change that seems later than the invoice is recent: only a clock that was set back makes it seem so. */
function changed({ payeeChangedAt }: CheckedSupplier, at: Date, days: number, zone: string): RawFinding[] {
  if (payeeChangedAt === undefined) return [];
  const ageMs = at.getTime() - payeeChangedAt.getTime();
  return ageMs < days * dayMs ? [rawFinding('payee.changed', { on: dayIn(payeeChangedAt.getTime(), zone), days })] : [];
}

function first({ isUnconfirmed, bankGiro, postGiro, iban }: CheckedSupplier): RawFinding[] {
  const account = bankGiro.trim() || postGiro.trim() || iban.trim();
  return isUnconfirmed === true && account !== '' ? [rawFinding('payee.first', { account: short(account) })] : [];
}

const blocked = ({ blockedAt }: CheckedSupplier, zone: string): RawFinding[] =>
  blockedAt === undefined ? [] : [rawFinding('payee.blocked', { on: dayIn(blockedAt.getTime(), zone) })];
