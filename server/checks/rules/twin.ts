import { short } from '../../../common/errors/words.ts';
import type { CheckedSupplier } from '../context.ts';
import { giroKey } from '../numbers/giro.ts';
import { ibanKey } from '../numbers/iban.ts';
import { rawFinding, type Rule } from '../rule.ts';

const maxTwins = 3;

/** An unconfirmed supplier resembles another one that has a different account. */
export const twinRule: Rule = {
  codes: ['payee.twin'],
  needs: ['supplier', 'alike'],
  find: (_invoice, { supplier, alike = [] }) =>
    supplier?.isUnconfirmed === true
      ? alike
          .filter((other) => !hasSameAccounts(supplier, other))
          .slice(0, maxTwins)
          .map((other) =>
            rawFinding('payee.twin', {
              number: short(other.number),
              name: short(other.name),
              account: short(accountOf(other)),
              by: other.by,
            }),
          )
      : [],
};

type Accounts = Pick<CheckedSupplier, 'bankGiro' | 'postGiro' | 'iban'>;

const keysOf = ({ bankGiro, postGiro, iban }: Accounts) => [giroKey(bankGiro), giroKey(postGiro), ibanKey(iban)];

/** `other` may have further accounts, unless `supplier` has none. */
function hasSameAccounts(supplier: Accounts, other: Accounts): boolean {
  const [own, others] = [keysOf(supplier), keysOf(other)];
  return own.every((key) => key === '')
    ? others.every((key) => key === '')
    : own.every((key, at) => key === '' || key === others[at]);
}

const accountOf = ({ bankGiro, postGiro, iban }: Accounts) => bankGiro.trim() || postGiro.trim() || iban.trim();
