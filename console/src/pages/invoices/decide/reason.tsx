import { Text } from '@mantine/core';
import type { Action, Invoice } from '../../../api/types.ts';
import { decideText } from '../../../decisions/text.ts';
import { useFormat } from '../../../format.ts';
import { Said, useWords } from '../../../shared/page/said.tsx';
import { useText } from '../../../text.ts';
import styles from './bar.module.css';

/** The action that the text beside the buttons is about: another person is needed, and the service says who. */
export const explainedAction = ({ actions: { approve, release } }: Invoice): Action | undefined =>
  ([approve, release] as Action[]).find(({ notice, parameters }) => notice !== undefined || parameters !== undefined);

/** Says before a decision which of two approvals it is, or why somebody else must decide. */
export function DecisionReason({ invoice, id }: { invoice: Invoice; id: string }) {
  const t = useText(decideText);
  const format = useFormat();
  const words = useWords();
  const { signed } = invoice;
  const action = explainedAction(invoice);
  const said = action?.notice ?? action;
  // The signer's own reason already says that they signed.
  const isOwn = action?.code === 'invoice.signed';
  if (said === undefined && signed === null) return null;
  return (
    <div className={styles.reason}>
      <Text size="sm">
        {signed !== null && !isOwn && <strong>{t.signedBy(signed.by, format.dateTime(signed.at))} </strong>}
        {said !== undefined && (
          <span id={id}>
            <Said words={words.notice(said)} english={action?.notice?.message ?? action?.why ?? ''} />
          </span>
        )}
      </Text>
    </div>
  );
}
