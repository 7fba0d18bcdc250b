import { short } from '../../../common/errors/words.ts';
import { hasAccount, isRecorded } from '../accounts.ts';
import { rawFinding, type RawFinding, type Rule } from '../rule.ts';

/** More accounts than these are counted in the last finding. */
const maxFindings = 10;

/** Accounts in unknown fields and in texts are stored and shown, so an operator may pay to them. */
export const accountFieldsRule: Rule = {
  codes: ['payee.field', 'payee.unread'],
  needs: ['supplier'],
  find({ accountFields = [], hasUnreadFields }, { supplier }) {
    const unread = hasUnreadFields === true ? [rawFinding('payee.unread', {})] : [];
    if (supplier === undefined || accountFields.length === 0) return unread;
    const foreign = accountFields.filter(({ kind, value }) => !isRecorded(supplier, kind, value));
    const more = foreign.length - maxFindings;
    const findings = foreign.slice(0, maxFindings).map(({ path, kind, value }, at): RawFinding => {
      const recorded = kind === 'account' ? '' : short(supplier[kind]);
      const parameters = {
        field: path,
        sent: short(value),
        recorded,
        ...(at === maxFindings - 1 && more > 0 && { more }),
      };
      const finding = rawFinding('payee.field', parameters, path);
      return hasAccount(supplier) ? finding : { ...finding, usual: 'warning' };
    });
    return [...findings, ...unread];
  },
};
