import { Alert, NativeSelect, TextInput, type NativeSelectProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useFormat } from '../../format.ts';
import { Form } from '../../shared/form/form.tsx';
import { Icon } from '../page/icon.tsx';
import { useChange } from '../form/use-change.ts';
import { accessText } from '../../text/access.ts';
import { useText } from '../../text.ts';

const dayChoices = [30, 90, 365];

const endOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

export const expiryIn = (days: string) => (days === 'never' ? {} : { expiresAt: endOf(Number(days)) });

export function ExpirySelect(props: Pick<NativeSelectProps, 'value' | 'onChange' | 'error'>) {
  const t = useText(accessText);
  const format = useFormat();
  return (
    <>
      <NativeSelect
        label={t.expires}
        {...props}
        data={[
          ...dayChoices.map((days) => ({ value: String(days), label: t.inDays(days, format.date(endOf(days))) })),
          { value: 'never', label: t.neverExpires },
        ]}
      />
      {props.value === 'never' && (
        <Alert color="orange" variant="outline" icon={<Icon name="warning" />} role="status">
          {t.neverWarning}
        </Alert>
      )}
    </>
  );
}

interface Props {
  label: string;
  description: string;
  submit: string;
  send: (token: { name: string; expiresAt?: string }) => Promise<{ token: string }>;
  onIssued: (token: string, name: string) => void;
}

export function TokenForm({ label, description, submit, send, onIssued }: Props) {
  const form = useForm({ initialValues: { name: '', days: '365' } });
  const create = useChange(({ name, days }: typeof form.values) => send({ name, ...expiryIn(days) }), {
    done: ({ token }, { name }) => onIssued(token, name.trim()),
  });
  return (
    <Form form={form} change={create} submit={submit} places={{ expiresAt: 'days' }}>
      <TextInput
        label={label}
        description={description}
        required
        maxLength={255}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ExpirySelect {...form.getInputProps('days')} />
    </Form>
  );
}
