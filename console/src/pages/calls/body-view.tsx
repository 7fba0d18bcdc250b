import { Code, Text } from '@mantine/core';
import type { Problem } from '../../api/types.ts';
import { Said, useWords } from '../../shared/page/said.tsx';
import { callsText } from '../../text/calls.ts';
import { useText } from '../../text.ts';
import { bodyLines, type Line } from './body-lines.ts';
import styles from './body-view.module.css';

export function BodyView({ body, problems }: { body: string | null; problems: Problem[] }) {
  const t = useText(callsText);
  if (body === null) return <Text c="dimmed">{t.noBody}</Text>;
  const lines = bodyLines(body, problems);
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t.bodyAbout} {lines?.some(isMarked) && t.bodyMarked}
      </Text>
      {lines === undefined ? (
        <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {body}
        </Code>
      ) : (
        <div className={styles.body} tabIndex={0} role="group" aria-label={t.body}>
          {lines.map((line, at) => (
            <BodyLine key={at} line={line} />
          ))}
        </div>
      )}
    </>
  );
}

function BodyLine({ line }: { line: Line }) {
  const t = useText(callsText);
  const words = useWords();
  const text = (
    <>
      {line.text}
      {line.missing && `: (${t.missingHere})`}
    </>
  );
  return (
    <div className={styles.line} style={{ paddingInlineStart: `${line.depth * 2}ch` }} data-path={line.path}>
      {isMarked(line) ? (
        <mark className={styles.mark}>
          {text}
          <span className={styles.problem}>
            ←{' '}
            {line.problems.map((problem, at) => (
              <span key={at}>
                {at > 0 && '; '}
                <Said words={words.problem(problem, true)} english={problem.problem} />
              </span>
            ))}
          </span>
        </mark>
      ) : (
        text
      )}
    </div>
  );
}

const isMarked = ({ problems }: Line) => problems.length > 0;
