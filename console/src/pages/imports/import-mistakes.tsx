import { Alert, Text } from '@mantine/core';
import type { Refusal } from '../../api/types.ts';
import { Icon } from '../../shared/page/icon.tsx';
import { ListTable } from '../../shared/list/list-table.tsx';
import { Said, useWords } from '../../shared/page/said.tsx';
import { importsText } from './text.ts';
import { useText } from '../../text.ts';

export type Mistake = NonNullable<Refusal['problems']>[number];

export interface Mistakes {
  named: Mistake[];
  /** Mistakes that the answer counts but does not list. */
  more: number;
  /** Whether the service stopped reading early, so that there may be even more mistakes. */
  isStopped: boolean;
}

export function mistakesOf({ code, parameters, problems = [] }: Partial<Refusal>): Mistakes | undefined {
  if (code !== 'import.invalid') return undefined;
  const more = Number(parameters?.count ?? 0) - problems.length;
  return { named: problems, more, isStopped: parameters?.atLeast === true };
}

export function ImportMistakes({ mistakes: { named, more, isStopped } }: { mistakes: Mistakes }) {
  const t = useText(importsText);
  const words = useWords();
  const title = t.mistakes(named.length + more);
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<Icon name="warning" />}
      title={title}
      role="alert"
      bg="var(--door-surface)"
    >
      <ListTable
        framed={false}
        label={title}
        rows={named.map(({ line, ...mistake }) => ({ line, mistake }))}
        rowKey={({ line, mistake }) => `${line} ${mistake.path} ${mistake.problem}`}
        columns={[
          { header: t.line, cell: ({ line }) => line },
          {
            header: t.mistake,
            cell: ({ mistake }) => (
              <Said words={words.problem(mistake)} english={`${mistake.path} ${mistake.problem}`} />
            ),
          },
        ]}
      />
      {more > 0 && <Text>{t.moreMistakes(more)}</Text>}
      {isStopped && <Text>{t.stopped(named.length + more)}</Text>}
    </Alert>
  );
}
