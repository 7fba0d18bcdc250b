import type { Invoice } from '../../../api/types.ts';
import { decideText } from '../../../decisions/text.ts';
import { gradeOf, gravestFirst, Severity } from '../../../shared/record/severity.tsx';
import { rulesText } from '../../../text/rules.ts';
import { named, useText } from '../../../text.ts';
import { oncePerDuplicate } from '../duplicates/alike.ts';
import { FindingWords } from '../findings/finding-words.tsx';
import { openOf } from '../findings/places.ts';
import styles from './bar.module.css';

/** More would push the decision off the screen; the invoice's page has them all. */
const maxFindings = 5;

export function OpenFindings({ invoice: { findings, document } }: { invoice: Invoice }) {
  const t = useText(decideText);
  const { names } = useText(rulesText);
  const open = oncePerDuplicate(gravestFirst(openOf(findings)));
  if (open.length === 0) return null;
  return (
    <ul className={styles.findings}>
      {open.slice(0, maxFindings).map((finding) => (
        <li key={finding.place}>
          <Severity severity={gradeOf(finding)} /> <strong>{named(names, finding.code)}</strong>
          <div>
            <FindingWords finding={finding} document={document} />
          </div>
        </li>
      ))}
      {open.length > maxFindings && <li>{t.moreFindings(open.length - maxFindings)}</li>}
    </ul>
  );
}
