import { Text } from '@mantine/core';
import type { Action, Invoice } from '../../../api/types.ts';
import { Said, useWords } from '../../../shared/page/said.tsx';
import styles from './bar.module.css';

/** The action that the text beside the buttons is about: another person is needed, and the service says who. Who has decided stands in the header. */
export const explainedAction = ({ actions: { approve, release } }: Invoice): Action | undefined =>
  ([approve, release] as Action[]).find(
    ({ notice, parameters }) => notice !== undefined || (parameters !== undefined && !('action' in parameters)),
  );

/** Says before a decision which of two approvals it is, or why somebody else must decide. */
export function DecisionReason({ invoice, id }: { invoice: Invoice; id: string }) {
  const words = useWords();
  const action = explainedAction(invoice);
  const said = action?.notice ?? action;
  if (said === undefined) return null;
  return (
    <div className={styles.reason}>
      <Text size="sm" id={id}>
        <Said words={words.notice(said)} english={action?.notice?.message ?? action?.why ?? ''} />
      </Text>
    </div>
  );
}
