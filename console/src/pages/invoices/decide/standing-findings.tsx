import type { Invoice } from '../../../api/types.ts';
import { gravestFirst, Severity } from '../../../shared/record/severity.tsx';
import { decideText } from '../../../text/decide.ts';
import { rulesText } from '../../../text/rules.ts';
import { named, useText } from '../../../text.ts';
import { FindingWords } from '../findings/finding-words.tsx';
import { openOf } from '../findings/places.ts';
import styles from './bar.module.css';

/** So many are read in a dialog; the page behind it has them all. */
const most = 5;

/** What looks wrong, for who is about to approve it. */
export function StandingFindings({ invoice: { findings, document } }: { invoice: Invoice }) {
  const t = useText(decideText);
  const { names } = useText(rulesText);
  const standing = gravestFirst(openOf(findings));
  if (standing.length === 0) return null;
  return (
    <ul className={styles.findings}>
      {standing.slice(0, most).map((finding) => (
        <li key={finding.place}>
          <Severity severity={finding.severity} /> <strong>{named(names, finding.code)}</strong>
          <div>
            <FindingWords finding={finding} document={document} />
          </div>
        </li>
      ))}
      {standing.length > most && <li>{t.moreFindings(standing.length - most)}</li>}
    </ul>
  );
}
