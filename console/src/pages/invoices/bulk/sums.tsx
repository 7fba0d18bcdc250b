import { useFormat } from '../../../format.ts';
import { listsText } from '../../../text/lists.ts';
import { useText } from '../../../text.ts';
import styles from './bulk.module.css';
import type { Sum } from './sums-of.ts';

/** What the invoices come to, a line for each currency. */
export function Sums({ sums }: { sums: readonly Sum[] }) {
  const t = useText(listsText);
  const format = useFormat();
  return (
    <table className={styles.sums}>
      <tbody>
        {sums.map(({ currency, count, total }) => (
          <tr key={currency}>
            <td>{t.count(format.number(String(count)))}</td>
            <td>{format.amount(total, currency ?? t.noCurrency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
