import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { change } from '../../api.ts';
import { DayInput } from '../../shared/form/day-input.tsx';
import { Empty } from '../../shared/page/empty.tsx';
import { Form } from '../../shared/form/form.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { Section } from '../../shared/record/panel.tsx';
import { IssueDialog } from '../../shared/tokens/secret.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { accountText } from '../../text/account.ts';
import { useText } from '../../text.ts';
import { OperatorTokens } from '../../shared/tokens/operator-tokens.tsx';

export function OwnTokens() {
  const t = useText(accountText);
  const [creating, setCreating] = useState(false);
  return (
    <Section
      title={t.tokens}
      about={t.tokensAbout}
      actions={
        <Button variant="default" leftSection={<Icon name="plus" size={15} />} onClick={() => setCreating(true)}>
          {t.newToken}
        </Button>
      }
    >
      <OperatorTokens
        label={t.tokens}
        path="/tokens"
        empty={<Empty title={t.noTokens} next={t.noTokensNext} icon="partners" />}
      />
      <IssueDialog opened={creating} onClose={() => setCreating(false)} title={t.newToken}>
        {(show) => <OwnTokenForm onIssued={(token) => show(t.tokenTitle, [{ label: t.token, value: token }])} />}
      </IssueDialog>
    </Section>
  );
}

/** The service's own default. */
const inNinetyDays = () => {
  const day = new Date();
  day.setDate(day.getDate() + 90);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

function OwnTokenForm({ onIssued }: { onIssued: (token: string) => void }) {
  const t = useText(accountText);
  const form = useForm({ initialValues: { name: '', day: inNinetyDays() } });
  const create = useChange(
    ({ name, day }: typeof form.values) =>
      change('POST', '/tokens', { name, ...(day !== '' && { expiresAt: new Date(`${day}T23:59:59`).toISOString() }) }),
    { done: ({ token }) => onIssued(token) },
  );
  return (
    <Form form={form} change={create} submit={t.createToken} places={{ expiresAt: 'day' }}>
      <TextInput label={t.tokenName} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
      <DayInput label={t.expires} description={t.expiresHint} {...form.getInputProps('day')} />
    </Form>
  );
}
