import { Alert } from '@mantine/core';
import type { Refusal } from '../../api/types.ts';
import { Icon } from '../../shared/icon.tsx';
import { ListTable } from '../../shared/list-table.tsx';
import { Said, useWords } from '../../shared/said.tsx';
import { importsText } from '../../text/imports.ts';
import { useText } from '../../text.ts';

export type Mistake = NonNullable<Refusal['problems']>[number];

/** What is wrong with a file: as much of it as the answer names, and how much that is not. */
export interface Mistakes {
  named: Mistake[];
  more: number;
}

export function mistakesOf({ code, parameters, problems = [] }: Partial<Refusal>): Mistakes | undefined {
  if (code !== 'import.invalid') return undefined;
  return { named: problems, more: Number(parameters?.count ?? 0) - problems.length };
}

export function ImportMistakes({ mistakes: { named, more } }: { mistakes: Mistakes }) {
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
      {more > 0 && t.moreMistakes(more)}
    </Alert>
  );
}
