import { Checkbox, Text, Textarea, Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Buttons } from '../../../shared/form/buttons.tsx';
import type { Bulk } from '../../../api/types.ts';
import { useFormat } from '../../../format.ts';
import { Form } from '../../../shared/form/form.tsx';
import { bulkText } from './text.ts';
import { common } from '../../../text/common.ts';
import { listsText } from '../../../text/lists.ts';
import { useText } from '../../../text.ts';
import styles from './bulk.module.css';
import { LeftOut } from './left-out.tsx';
import type { CurrencySum } from './sums-of.ts';

interface ReviewProps {
  bulk: Bulk;
  withFindings: boolean;
  busy: boolean;
  error: unknown;
  onWithFindings: (withFindings: boolean) => void;
  onConfirm: (reason: string | undefined) => void;
  onClose: () => void;
}

export function Review({ bulk, withFindings, busy, error, onWithFindings, onConfirm, onClose }: ReviewProps) {
  const t = useText(bulkText);
  const c = useText(common);
  const format = useFormat();
  const { decision, left } = bulk;
  const many = format.number(String(left));
  const isRejection = decision === 'reject';
  const hasFindings = bulk.withFindings || bulk.leftOut.some(({ code }) => code === 'invoice.findings');
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => isRejection && reason.trim() === '' && c.required },
  });
  const decide = ({ reason }: typeof form.values) => onConfirm(isRejection ? reason.trim() : undefined);
  return (
    <Form
      form={form}
      change={{ mutate: decide, isPending: busy, error }}
      submit={left === 0 ? undefined : t.confirm[decision](many)}
      button={isRejection ? { color: 'red' } : { 'data-autofocus': true }}
      onCancel={onClose}
      cancel={left === 0 ? t.close : undefined}
      tried="decided"
    >
      {left === 0 ? (
        <Text size="sm">{t.none}</Text>
      ) : (
        <div>
          <Text size="sm" mb={4}>
            {t.willBe[decision](many)}
          </Text>
          <Sums sums={bulk.sums} />
        </div>
      )}
      <LeftOut bulk={bulk} />
      {hasFindings && !isRejection && (
        <Checkbox
          label={t.withFindings}
          checked={withFindings}
          onChange={(event) => onWithFindings(event.currentTarget.checked)}
        />
      )}
      {isRejection && left > 0 && (
        <Textarea
          label={c.reason}
          description={t.reasonAbout}
          required
          autosize
          minRows={2}
          maxLength={1000}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      )}
    </Form>
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
      {bulk.done > 0 && (
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
            <td>{t.count(format.number(String(count)))}</td>
            <td>{format.amount(total, currency ?? t.noCurrency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
