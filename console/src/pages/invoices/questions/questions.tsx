import { Anchor, Text } from '@mantine/core';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { addressOf } from '../../../api.ts';
import { useFormat } from '../../../format.ts';
import { Panel } from '../../../shared/record/panel.tsx';
import { useText } from '../../../text.ts';
import styles from './questions.module.css';
import { questionsText } from './text.ts';

interface Props {
  invoice: Invoice;
  path: InvoicePath;
}

export function Questions({ invoice, path }: Props) {
  const t = useText(questionsText);
  const { questions } = invoice;
  if (questions.length === 0) return null;
  return (
    <Panel title={t.title} dense>
      <ol className={styles.list}>
        {questions.map((question) => (
          <li key={question.id}>
            <Said by={question.askedBy.name} at={question.askedAt} text={question.text} />
            <Answer question={question} invoice={invoice} path={path} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Said({ by, at, text }: { by: string; at: string; text: string }) {
  const format = useFormat();
  return (
    <>
      <Text size="sm">
        <strong>{by}</strong>{' '}
        <Text span size="xs" c="dimmed">
          <time dateTime={at}>{format.dateTime(at)}</time>
        </Text>
      </Text>
      <p className={styles.text}>{text}</p>
    </>
  );
}

function Answer({ question, invoice, path }: Props & { question: Invoice['questions'][number] }) {
  const t = useText(questionsText);
  const format = useFormat();
  const { askedAt, dueAt, answer, answeredAt, closedAt } = question;
  if (answer === null || answeredAt === null) {
    // A day is due when it has ended.
    const lastDay = dueAt === null ? undefined : format.date(Date.parse(dueAt) - 1);
    const isLate = dueAt !== null && Date.parse(dueAt) <= Date.now();
    return (
      <Text size="sm" c="dimmed" mt={4}>
        {closedAt !== null
          ? t.closed(format.dateTime(closedAt))
          : `${t.noAnswer} ${lastDay === undefined ? '' : isLate ? t.wasDueOn(lastDay) : t.dueOn(lastDay)}`}
      </Text>
    );
  }
  const files = invoice.files.filter(
    ({ by, createdAt }) => by === invoice.partner && createdAt >= askedAt && createdAt <= answeredAt,
  );
  return (
    <div className={styles.answer}>
      <Said by={invoice.partner} at={answeredAt} text={answer} />
      {files.length > 0 && (
        <Text size="sm" mt={4}>
          {t.files}{' '}
          {files.map(({ id, fileName }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Anchor href={addressOf(`${path}/files/${id}`)} download={fileName}>
                {fileName}
              </Anchor>
            </span>
          ))}
        </Text>
      )}
    </div>
  );
}
