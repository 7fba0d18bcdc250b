import { Badge } from '@mantine/core';
import type { Invoice } from '../../../api/types.ts';
import { Dot } from '../../../shared/page/dot.tsx';
import { StateBadge } from '../../../shared/record/state-badge.tsx';
import { useText } from '../../../text.ts';
import { questionsText } from './text.ts';

const colours = { waiting: 'gray.5', due: 'orange.4', answered: 'teal.6' } as const;

/** The state of the questions to the partner. The invoice has a state of its own. */
export function QuestionMark({ question }: Pick<Invoice, 'question'>) {
  const t = useText(questionsText);
  if (question === null) return null;
  return (
    <Badge variant="outline" color={colours[question]} c="var(--mantine-color-text)" tt="none" fw={600}>
      {t.states[question]}
    </Badge>
  );
}

interface Props extends Pick<Invoice, 'state' | 'question'> {
  isSigned: boolean;
  size: 'sm' | 'md';
}

/** In a narrow column the question replaces the state of a received invoice, since it says more. */
export function QuestionOrState({ state, question, isSigned, size }: Props) {
  const t = useText(questionsText);
  if (state !== 'received' || question === null) return <StateBadge state={state} isSigned={isSigned} size={size} />;
  return (
    <Dot color={colours[question]} size={size}>
      {t.states[question]}
    </Dot>
  );
}
