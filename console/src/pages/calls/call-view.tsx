import { Anchor, Code, Group, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Call, Subject as SubjectOfCall } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { CopyButton } from '../../shared/page/copy-button.tsx';
import { Fields, type Field } from '../../shared/record/fields.tsx';
import { Link } from '../../shared/page/link.tsx';
import { Page } from '../../shared/page/page.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RecordLink } from '../../shared/record/record-link.tsx';
import { Said, useWords } from '../../shared/page/said.tsx';
import { common } from '../../text/common.ts';
import { callsText } from '../../text/calls.ts';
import { named, useText } from '../../text.ts';
import { BodyView } from './body-view.tsx';
import { StatusBadge } from './status-badge.tsx';

interface Props {
  call: Call;
  companyId: string | undefined;
  elsewhere?: ReactNode;
}

export function CallView({ call, companyId, elsewhere }: Props) {
  const t = useText(callsText);
  const c = useText(common);
  const format = useFormat();
  const words = useWords();
  const { reason } = call;
  /** The list of problems says all that the sentence says. */
  const isListed = call.problems.length > 0;
  const said = words.refusal({ ...call, problems: withoutRest(call.problems) });
  const fields: Field[] = [
    [t.at, format.seconds(call.at)],
    [c.partner, call.partner ?? t.nobody],
    [t.operation, named(t.operations, call.operation)],
    [t.dryRun, call.dryRun ? t.dryRunWhy : ''],
    [t.duration, t.milliseconds(format.number(Math.round(call.durationMs * 10) / 10))],
    [
      t.made,
      call.subject === null || companyId === undefined ? '' : <Subject subject={call.subject} companyId={companyId} />,
    ],
  ];
  return (
    <Page
      title={named(t.operations, call.operation)}
      aside={<StatusBadge status={call.status} words wrong={wrongFields(call)} />}
    >
      {elsewhere}
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {c.traceId}
        </Text>
        <Code style={{ overflowWrap: 'anywhere' }}>{call.traceId}</Code>
        <CopyButton value={call.traceId} />
      </Group>
      <Panel title={isListed ? t.toMend : t.whatHappened}>
        <Stack>
          {isListed ? (
            <List size="sm" spacing={4}>
              {call.problems.map((problem) => (
                <List.Item key={problem.path + problem.problem}>
                  {problem.path === '' ? t.wholeBody : <Code>{problem.path}</Code>}{' '}
                  <Said words={words.problem(problem, true)} english={problem.problem} />
                </List.Item>
              ))}
            </List>
          ) : (
            <Text fw={500} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {reason === null ? (
                call.unused.length > 0 ? (
                  t.acceptedButUnused
                ) : (
                  t.acceptedWhy
                )
              ) : (
                <Said words={said} english={reason} />
              )}
            </Text>
          )}
          <Fields fields={fields} />
          {/* The partner received the English sentence and quotes it to the operator. */}
          {reason !== null && (isListed || (said !== undefined && said !== reason)) && (
            <details>
              <Text component="summary" size="sm">
                {t.told}
              </Text>
              <Text size="sm" mt={4} lang="en" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {reason}
              </Text>
            </details>
          )}
        </Stack>
      </Panel>
      <Unused call={call} />
      <Panel title={t.body}>
        <BodyView body={call.body} problems={call.problems} />
      </Panel>
      <Others call={call} companyId={companyId} />
    </Page>
  );
}

/** A misspelt field is no error, and its value is missing in the record. */
function Unused({ call: { unused, moreUnused } }: { call: Call }) {
  const t = useText(callsText);
  if (unused.length === 0) return null;
  return (
    <Panel title={t.unused}>
      <List size="sm" spacing={4}>
        {unused.map(({ path, nearest, isRemoved }) => (
          <List.Item key={path}>
            <Code>{path}</Code> {nearest !== null ? t.didTheyMean(nearest) : isRemoved ? t.fieldRemoved : t.noSuchField}
          </List.Item>
        ))}
        {moreUnused > 0 && <List.Item>{t.moreUnused(moreUnused)}</List.Item>}
      </List>
    </Panel>
  );
}

const wrongFields = ({ status, problems }: Call) => {
  const rest = problems.find(({ code }) => code === 'more')?.parameters?.count;
  const paths = new Set(problems.map(({ path }) => path).filter((path) => path !== ''));
  return status === 400 ? paths.size + Number(rest ?? 0) : 0;
};

/** The entry `more` counts the problems that were not kept; the sentence reads that number from the parameters. */
const withoutRest = (problems: Call['problems']) => problems.filter(({ code }) => code !== 'more');

function Others({ call, companyId }: { call: Call; companyId: string | undefined }) {
  const t = useText(callsText);
  const format = useFormat();
  if (call.others.length === 0) return null;
  return (
    <Panel title={t.others}>
      <Stack gap="xs">
        {call.others.map(({ id, at, operation, status }) => {
          const words = `${format.seconds(at)} · ${named(t.operations, operation)}`;
          return (
            <Group key={id} gap="sm">
              <StatusBadge status={status} />
              {companyId === undefined ? (
                <Anchor href={`?id=${id}`}>{words}</Anchor>
              ) : (
                <Link
                  to="/companies/$companyId/requests/$traceId"
                  params={{ companyId, traceId: call.traceId }}
                  search={{ id }}
                >
                  {words}
                </Link>
              )}
            </Group>
          );
        })}
      </Stack>
    </Panel>
  );
}

/** The record that the call made; for an attachment, its invoice. */
function Subject({ subject, companyId }: { subject: SubjectOfCall; companyId: string }) {
  const t = useText(callsText);
  const { type, id, supplierInvoiceId } = subject;
  const isAttachment = type === 'attachment' && supplierInvoiceId !== undefined;
  return (
    <RecordLink
      type={isAttachment ? 'supplierInvoice' : type}
      id={isAttachment ? supplierInvoiceId : id}
      companyId={companyId}
    >
      {named(t.subjects, type)}
    </RecordLink>
  );
}
