import { Checkbox, Text, Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { Buttons } from '../../../shared/form/buttons.tsx';
import type { Bulk } from '../../../api/types.ts';
import { endOfDay } from '../../../days.ts';
import { useFormat } from '../../../format.ts';
import { usePreferences } from '../../../preferences.tsx';
import { useSession } from '../../../session.ts';
import { useSettings } from '../../../settings.ts';
import { DayInput } from '../../../shared/form/day-input.tsx';
import { PresetTextarea } from '../../../shared/form/preset-textarea.tsx';
import { Picker } from '../../../shared/form/picker.tsx';
import { decideText } from '../../../decisions/text.ts';
import { questionsText } from '../questions/text.ts';
import { Form } from '../../../shared/form/form.tsx';
import { bulkText } from './text.ts';
import { common } from '../../../text/common.ts';
import { listsText } from '../../../text/lists.ts';
import { useText } from '../../../text.ts';
import styles from './bulk.module.css';
import { LeftOut } from './left-out.tsx';
import type { CurrencySum } from './sums-of.ts';

/** The user's additions to the prepared bulk. */
export interface ReviewValues {
  reason?: string;
  dueAt?: string;
  operatorId?: string | null;
}

interface ReviewProps {
  bulk: Bulk;
  withFindings: boolean;
  busy: boolean;
  error: unknown;
  onWithFindings: (withFindings: boolean) => void;
  onConfirm: (values: ReviewValues) => void;
  onClose: () => void;
}

const nobody = 'none';

export function Review({ bulk, withFindings, busy, error, onWithFindings, onConfirm, onClose }: ReviewProps) {
  const t = useText(bulkText);
  const c = useText(common);
  const q = useText(questionsText);
  const l = useText(listsText);
  const format = useFormat();
  const me = useSession();
  const { timeZone } = usePreferences();
  const presets = useSettings()?.presetReasons;
  const { decision, left } = bulk;
  const many = format.number(String(left));
  const isApproval = decision === 'approve';
  const isQuestion = decision === 'ask';
  const needsReason = decision === 'reject' || isQuestion;
  const hasFindings = bulk.withFindings || bulk.leftOut.some(({ code }) => code === 'invoice.findings');
  const form = useForm({
    initialValues: { reason: '', due: '', assignee: me.id },
    validate: { reason: (reason) => needsReason && reason.trim() === '' && c.required },
  });
  const decide = ({ reason, due, assignee }: typeof form.values) =>
    onConfirm({
      ...(needsReason && { reason: reason.trim() }),
      ...(isQuestion && due !== '' && { dueAt: endOfDay(due, timeZone) }),
      ...(decision === 'assign' && { operatorId: assignee === nobody ? null : assignee }),
    });
  // The dialog has opened before the invoices were counted.
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const dialog = root.current?.closest('[role="dialog"]');
    (
      dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog?.querySelector<HTMLElement>('form button')
    )?.focus();
  }, []);
  return (
    <div ref={root}>
      <Form
        form={form}
        change={{ mutate: decide, isPending: busy, error }}
        submit={left === 0 ? undefined : t.confirm[decision](many)}
        button={needsReason ? { ...(!isQuestion && { color: 'red' }) } : { 'data-autofocus': true }}
        onCancel={onClose}
        cancel={left === 0 ? c.close : undefined}
        tried="decided"
        places={{ dueAt: 'due', operatorId: 'assignee' }}
      >
        {left === 0 ? (
          <Text size="sm">{t.none}</Text>
        ) : (
          <div>
            <Text size="sm" mb={4}>
              {t.willBe[decision](many)}
            </Text>
            <Sums sums={bulk.sums} />
            <Recipients bulk={bulk} />
          </div>
        )}
        <LeftOut bulk={bulk} />
        {hasFindings && isApproval && (
          <Checkbox
            label={t.withFindings}
            checked={withFindings}
            onChange={(event) => onWithFindings(event.currentTarget.checked)}
          />
        )}
        {needsReason && left > 0 && (
          <PresetTextarea
            presets={presets?.[isQuestion ? 'ask' : 'reject']}
            label={isQuestion ? q.question : c.reason}
            description={isQuestion ? t.questionAbout : t.reasonAbout}
            required
            autosize
            minRows={2}
            maxLength={1000}
            data-autofocus
            {...form.getInputProps('reason')}
          />
        )}
        {isQuestion && left > 0 && <DayInput label={q.due} description={q.dueHint} {...form.getInputProps('due')} />}
        {decision === 'assign' && left > 0 && (
          <Picker
            of="operator"
            label={t.assignee}
            inBar={false}
            placeholder={l.typeToSearch}
            fixed={[
              [me.id, l.me],
              [nobody, l.nobody],
            ]}
            value={form.values.assignee}
            onChange={(chosen) => form.setFieldValue('assignee', chosen ?? me.id)}
          />
        )}
      </Form>
    </div>
  );
}

/** Says of each partner whether it hears of the decision. */
function Recipients({ bulk: { decision, partners } }: { bulk: Bulk }) {
  const d = useText(decideText);
  const t = useText(bulkText);
  const format = useFormat();
  if (decision === 'assign') return null;
  const [first, ...others] = partners;
  const named = (isNotified: boolean) =>
    partners
      .filter((partner) => partner.isNotified === isNotified)
      .map(({ name, count }) => `${name} (${format.number(String(count))})`)
      .join(', ');
  const [heard, unheard] = [named(true), named(false)];
  return (
    <Text size="sm" mt={4}>
      {first !== undefined && others.length === 0
        ? d.notified(first.name, first.isNotified)
        : [heard !== '' && t.notified(heard), unheard !== '' && t.notNotified(unheard)].filter(Boolean).join(' ')}
    </Text>
  );
}

export function Summary({ bulk, onClose }: { bulk: Bulk; onClose: () => void }) {
  const t = useText(bulkText);
  const format = useFormat();
  return (
    <Stack>
      <div>
        <Text size="sm" mb={4} role="status">
          {t.done[bulk.decision](format.number(String(bulk.done)))}
        </Text>
        <Sums sums={bulk.sums} />
      </div>
      <LeftOut bulk={bulk} />
      {bulk.done > 0 && (bulk.decision === 'approve' || bulk.decision === 'reject') && (
        <Text size="sm" c="dimmed">
          {t.undo}
        </Text>
      )}
      <Buttons>
        <Button data-autofocus onClick={onClose}>
          {t.close}
        </Button>
      </Buttons>
    </Stack>
  );
}

function Sums({ sums }: { sums: readonly CurrencySum[] }) {
  const t = useText(listsText);
  const format = useFormat();
  return (
    <table className={styles.sums}>
      <tbody>
        {sums.map(({ currency, count, total }) => (
          <tr key={currency}>
            <td>{t.invoices(format.number(String(count)))}</td>
            <td>{format.amount(total, currency ?? t.noCurrency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
