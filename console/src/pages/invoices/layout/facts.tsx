import type { Invoice } from '../../../api/types.ts';
import { visible } from '../../../../../common/errors/words.ts';
import { useToday } from '../../../company.ts';
import { daysBetween } from '../../../days.ts';
import { isNum } from '../../../exact.ts';
import { useFormat } from '../../../format.ts';
import { Icon } from '../../../shared/page/icon.tsx';
import { Amount } from '../../../shared/record/amount.tsx';
import { Severity } from '../../../shared/record/severity.tsx';
import { Value } from '../../../shared/record/value.tsx';
import { bareNumber, groupIban } from '../../../shared/record/whole-value.ts';
import { suppliersText } from '../../../text/suppliers.ts';
import { useText } from '../../../text.ts';
import { currencyOf, isCredit } from '../known-fields.ts';
import { invoicesText } from '../text.ts';
import styles from './facts.module.css';

/** An invoice may name many accounts; more than these would fill the header. */
const maxAccounts = 3;

/** The first things that a clerk checks: amount, due date and account. */
export function Facts({ invoice }: { invoice: Invoice }) {
  const t = useText(invoicesText);
  const format = useFormat();
  const { totalPrice } = invoice.document;
  const more = invoice.accounts.length - maxAccounts;
  return (
    <dl className={styles.facts}>
      {isNum(totalPrice) && (
        <div className={styles.fact}>
          <dt className={styles.hidden}>{t.amount}</dt>
          <dd className={styles.amount}>
            <Value copied={format.plainAmount(totalPrice)}>
              <Amount value={totalPrice} currency={currencyOf(invoice.document)} />
            </Value>
          </dd>
        </div>
      )}
      {invoice.paymentDueDay !== null && (
        <div className={styles.fact}>
          <dt>{t.due}</dt>
          <dd className={styles.value}>{invoice.paymentDueDay}</dd>
          <HowLate invoice={invoice} due={invoice.paymentDueDay} />
        </div>
      )}
      {gravestFirst(invoice.accounts)
        .slice(0, maxAccounts)
        .map((account) => (
          <Account
            key={`${account.kind} ${account.account} ${account.path ?? account.file ?? ''}`}
            {...account}
            grade={invoice.release !== null ? undefined : hasAccount(invoice.supplier) ? 'hold' : 'warning'}
          />
        ))}
      {more > 0 && <div className={styles.fact}>{t.moreAccounts(more)}</div>}
      {invoice.accounts.length === 0 && (
        <div className={styles.fact}>
          <dt>{t.payTo}</dt>
          <dd>{t.noAccount}</dd>
        </div>
      )}
    </dl>
  );
}

/** Without an account in the record, an account on the invoice is only a warning. */
const hasAccount = ({ bankGiro, postGiro, iban }: Invoice['supplier']) => `${bankGiro}${postGiro}${iban}`.trim() !== '';

/** A credit note is never overdue, and neither is what somebody has decided. */
function HowLate({ invoice: { document, state }, due }: { invoice: Invoice; due: string }) {
  const t = useText(invoicesText);
  const today = useToday();
  if (isCredit(document) || (state !== 'received' && state !== 'held')) return null;
  const late = daysBetween(due, today);
  if (late > 0)
    return (
      <dd>
        <Severity severity="warning">{t.overdueBy(late)}</Severity>
      </dd>
    );
  return <dd className={styles.calm}>{late === 0 ? t.dueToday : t.dueIn(-late)}</dd>;
}

type InvoiceAccount = Invoice['accounts'][number];

const order: InvoiceAccount['comparison'][] = ['differs', 'missing', 'same', 'fromRecord'];

const gravestFirst = (accounts: readonly InvoiceAccount[]) =>
  accounts.toSorted((a, b) => order.indexOf(a.comparison) - order.indexOf(b.comparison));

/** The fields of the interface need no mention. */
const isUsual = (path: string | undefined) => path === 'supplierBankGiro' || path === 'supplierPostGiro';

/** `grade` of an account that is not the one in the record; undefined once somebody has released the invoice. */
function Account({
  kind,
  account,
  comparison,
  path,
  file,
  page = 1,
  grade,
}: InvoiceAccount & { grade: 'hold' | 'warning' | undefined }) {
  const t = useText(invoicesText);
  const s = useText(suppliersText);
  const source = file === undefined ? (isUsual(path) ? undefined : path) : t.onPage(file, page);
  return (
    <div className={styles.fact}>
      <dt>{kind === 'account' ? s.account : s.fields[kind]}</dt>
      <dd className={styles.value} title={account}>
        <Value copied={bareNumber(account)}>{groupIban(account)}</Value>
      </dd>
      {source !== undefined && comparison !== 'same' && <dd className={styles.calm}>{t.accountIn(visible(source))}</dd>}
      <dd className={styles.mark}>
        {grade !== undefined && (comparison === 'differs' || comparison === 'missing') ? (
          <Severity severity={grade}>{t.accountIs[comparison]}</Severity>
        ) : (
          <span className={comparison === 'same' ? styles.same : styles.calm}>
            {comparison === 'same' && <Icon name="check" size={14} />}
            {t.accountIs[comparison]}
          </span>
        )}
      </dd>
    </div>
  );
}
