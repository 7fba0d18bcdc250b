import { Badge } from '@mantine/core';
import type { Invoice } from '../../../api/types.ts';
import { useText } from '../../../text.ts';
import { questionsText } from './text.ts';

const colours = { waiting: 'gray', due: 'orange', answered: 'teal' } as const;

/** What has become of the questions to the partner, beside the state of the invoice. */
export function QuestionMark({ question }: Pick<Invoice, 'question'>) {
  const t = useText(questionsText);
  if (question === null) return null;
  return (
    <Badge variant="outline" color={colours[question]} c="var(--mantine-color-text)" tt="none" fw={600}>
      {t.states[question]}
    </Badge>
  );
}
