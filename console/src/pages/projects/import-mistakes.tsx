import { Alert } from '@mantine/core';
import { Icon } from '../../shared/icon.tsx';
import { ListTable } from '../../shared/list-table.tsx';
import { Sentence } from '../../shared/sentence.tsx';
import { projectsText } from '../../text/projects.ts';
import { useText } from '../../text.ts';

export interface Mistake {
  line: string;
  text: string;
}

/** The API names one mistake a line: "line 4: name is required". */
export const mistakesOf = (message: string): Mistake[] =>
  message.split('\n').flatMap((row) => {
    const [, line, text] = /^line (\d+): (.*)$/.exec(row) ?? [];
    if (line !== undefined && text !== undefined) return [{ line, text }];
    return row.startsWith('and ') ? [{ line: '…', text: row }] : [];
  });

export function ImportMistakes({ mistakes }: { mistakes: Mistake[] }) {
  const t = useText(projectsText);
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<Icon name="warning" />}
      title={t.mistakes(mistakes.length)}
      role="alert"
      bg="var(--door-surface)"
    >
      <ListTable
        framed={false}
        label={t.mistakes(mistakes.length)}
        rows={mistakes}
        rowKey={({ line, text }) => `${line} ${text}`}
        columns={[
          { header: t.line, cell: ({ line }) => line },
          { header: t.mistake, cell: ({ text }) => <Sentence>{text}</Sentence> },
        ]}
      />
    </Alert>
  );
}
