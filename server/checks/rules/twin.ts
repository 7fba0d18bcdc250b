import { short } from '../../../common/errors/short.ts';
import type { KnownSupplier } from '../known.ts';
import { giroKey } from '../numbers/giro.ts';
import { ibanKey } from '../numbers/iban.ts';
import { found, type Rule } from '../rule.ts';

/** More of them say no more. */
const maxTwins = 3;

/** An invoice of a supplier that only a partner vouches for, and that a person may take for another one with another account. */
export const twinRule: Rule = {
  codes: ['payee.twin'],
  needs: ['supplier', 'alike'],
  find: (_invoice, { supplier, alike = [] }) =>
    supplier?.isUnconfirmed === true
      ? alike
          .filter((other) => !isPaidAlike(supplier, other))
          .slice(0, maxTwins)
          .map((other) =>
            found('payee.twin', {
              number: short(other.number),
              name: short(other.name),
              account: short(accountOf(other)),
              by: other.by,
            }),
          )
      : [],
};

type Accounts = Pick<KnownSupplier, 'bankGiro' | 'postGiro' | 'iban'>;

const keysOf = ({ bankGiro, postGiro, iban }: Accounts) => [giroKey(bankGiro), giroKey(postGiro), ibanKey(iban)];

/** Whether every account of a supplier is one of the other's. One without an account is like another without one only. */
function isPaidAlike(supplier: Accounts, other: Accounts): boolean {
  const [own, others] = [keysOf(supplier), keysOf(other)];
  return own.every((key) => key === '')
    ? others.every((key) => key === '')
    : own.every((key, at) => key === '' || key === others[at]);
}

const accountOf = ({ bankGiro, postGiro, iban }: Accounts) => bankGiro.trim() || postGiro.trim() || iban.trim();
