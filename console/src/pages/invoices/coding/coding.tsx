import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { codingKinds, type CodingRow } from '../../../../../common/coding.ts';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { change } from '../../../api.ts';
import { useFormat } from '../../../format.ts';
import { Form } from '../../../shared/form/form.tsx';
import { Name, Picker } from '../../../shared/form/picker.tsx';
import { useChange } from '../../../shared/form/use-change.ts';
import { ActionButton } from '../../../shared/page/action-button.tsx';
import { Failure } from '../../../shared/page/failure.tsx';
import { Panel } from '../../../shared/record/panel.tsx';
import { useText } from '../../../text.ts';
import { articlesOf } from '../known-fields.ts';
import { codingText } from './text.ts';

const maxShown = 20;
/** With more, the form would be slow; such an invoice is coded by the API. */
const maxLines = 100;

interface Props {
  invoice: Invoice;
  path: InvoicePath;
}

function useSave(path: InvoicePath, done?: () => void) {
  const client = useQueryClient();
  return useChange((rows: CodingRow[]) => change('PUT', `${path}/coding`, { rows }), {
    done: (answer) => {
      client.setQueryData(['record', path], answer);
      done?.();
    },
  });
}

/** The coding, or the proposal in grey. Nothing in a company without lists. */
export function Coding({ invoice, path }: Props) {
  const t = useText(codingText);
  const format = useFormat();
  const [isEditing, setEditing] = useState(false);
  const use = useSave(path);
  const { coding, codingProposal: proposal, codingRequired, actions } = invoice;
  if (actions.code.code === 'coding.unused' && coding === null) return null;
  if (isEditing)
    return (
      <Panel title={t.coding} dense>
        <CodingForm invoice={invoice} path={path} onClose={() => setEditing(false)} />
      </Panel>
    );
  const button = { action: actions.code, size: 'compact-sm', variant: 'default' } as const;
  const buttons = (
    <Group gap="xs">
      {proposal !== null && !proposal.takenOver && (
        <ActionButton {...button} loading={use.isPending} onClick={() => use.mutate(proposal.rows)}>
          {t.use}
        </ActionButton>
      )}
      <ActionButton {...button} onClick={() => setEditing(true)}>
        {coding === null && proposal === null ? t.code : t.change}
      </ActionButton>
    </Group>
  );
  return (
    <Panel title={t.coding} dense actions={buttons}>
      <Stack gap={2} {...(coding === null && { c: 'dimmed' })}>
        <Rows rows={coding?.rows ?? proposal?.rows ?? []} />
        <Text size="xs" c="dimmed">
          {coding !== null
            ? t.by(coding.by, format.dateTime(coding.at))
            : proposal === null
              ? t.none
              : t.proposed(proposal.same, proposal.of)}{' '}
          {coding === null && (proposal?.takenOver ? t.takenOver : codingRequired && t.required)}
        </Text>
      </Stack>
      {use.error !== null && <Failure error={use.error} />}
    </Panel>
  );
}

function Rows({ rows }: { rows: CodingRow[] }) {
  const t = useText(codingText);
  return (
    <>
      {rows.slice(0, maxShown).map((row, at) => (
        <Group key={at} gap="4px 16px">
          {row.line !== undefined && <Text size="sm">{t.line(row.line)}</Text>}
          {row.amount !== undefined && <Text size="sm">{t.amount(row.amount)}</Text>}
          {codingKinds.map((kind) => {
            const code = row[kind];
            return (
              code !== undefined && (
                <Text key={kind} size="sm">
                  {t.kinds[kind]}: {rows.length === 1 ? <Name of={`coding.${kind}`} value={code} /> : code}
                </Text>
              )
            );
          })}
        </Group>
      ))}
      {rows.length > maxShown && <Text size="sm">{t.more(rows.length - maxShown)}</Text>}
    </>
  );
}

function CodingForm({ invoice, path, onClose }: Props & { onClose: () => void }) {
  const t = useText(codingText);
  const lines = articlesOf(invoice.document).length;
  const save = useSave(path, onClose);
  const form = useForm<{ rows: CodingRow[] }>({
    initialValues: { rows: invoice.coding?.rows ?? invoice.codingProposal?.rows ?? [{}] },
  });
  const { rows } = form.values;
  const isByLine = rows[0]?.line !== undefined;
  const setRows = (next: CodingRow[]) => form.setFieldValue('rows', next);
  const { line: _line, amount: _amount, ...first } = rows[0] ?? {};
  const eachLine = () => Array.from({ length: lines }, (_, at) => ({ ...first, line: at + 1 }));
  return (
    <Form
      form={form}
      change={{ ...save, mutate: (values) => save.mutate(values.rows) }}
      submit={t.save}
      allowed={invoice.actions.code}
      onCancel={onClose}
      asksBeforeLeaving
      aside={
        invoice.coding !== null && (
          <Button variant="subtle" color="red" onClick={() => save.mutate([])}>
            {t.remove}
          </Button>
        )
      }
    >
      <Stack gap="xs">
        {lines > 1 && lines <= maxLines && (
          <Checkbox label={t.each} checked={isByLine} onChange={() => setRows(isByLine ? [first] : eachLine())} />
        )}
        {rows.map((row, at) => (
          <Group key={at} gap="xs" align="flex-end" role="group" aria-label={isByLine ? t.line(at + 1) : t.coding}>
            {isByLine && <Text size="sm">{t.line(at + 1)}</Text>}
            {row.amount !== undefined && <Text size="sm">{t.amount(row.amount)}</Text>}
            {codingKinds.map((kind) => (
              <Picker
                key={kind}
                of={`coding.${kind}`}
                label={t.kinds[kind]}
                inBar={false}
                placeholder={t.choose}
                clear={t.clear(t.kinds[kind])}
                value={row[kind]}
                onChange={(code) => {
                  const { [kind]: _former, ...others } = row;
                  setRows(rows.with(at, code === undefined ? others : { ...others, [kind]: code }));
                }}
              />
            ))}
          </Group>
        ))}
      </Stack>
    </Form>
  );
}
