import { Anchor, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { change, read } from '../../api.ts';
import { hasPasskeys, makePasskey } from '../../passkeys.ts';
import { ConfirmButton } from '../../shared/form/confirm-modal.tsx';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { Form } from '../../shared/form/form.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { CopyButton } from '../../shared/page/copy-button.tsx';
import { Empty } from '../../shared/page/empty.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { Panel, Section } from '../../shared/record/panel.tsx';
import { SecretModal } from '../../shared/tokens/secret.tsx';
import { useFormat } from '../../format.ts';
import { PasskeyRefusal } from '../sign-in/prove-form.tsx';
import { proofText } from '../../text/proof.ts';
import { factorsText } from './factors-text.ts';
import { useText } from '../../text.ts';
import { QrCode } from './qr-code.tsx';

export function Factors() {
  const t = useText(factorsText);
  const { data, error } = useQuery({
    queryKey: ['factors'],
    queryFn: ({ signal }) => read('/session/factors', { signal }),
  });
  const [adding, setAdding] = useState<'passkey' | 'totp'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setAdding(undefined);
  const added = ({ recoveryCodes }: { recoveryCodes?: string[] }) => {
    close();
    setCodes(recoveryCodes);
  };
  return (
    <Section
      title={t.title}
      about={t.about}
      actions={
        <Group gap="xs">
          <Button variant="default" leftSection={<Icon name="plus" size={15} />} onClick={() => setAdding('totp')}>
            {t.addTotp}
          </Button>
          <Button variant="default" leftSection={<Icon name="plus" size={15} />} onClick={() => setAdding('passkey')}>
            {t.addPasskey}
          </Button>
        </Group>
      }
    >
      {error !== null && <Failure error={error} />}
      {data?.factors.length === 0 && (
        <Panel>
          <Empty title={t.noFactors} next={t.noFactorsNext} icon="partners" />
        </Panel>
      )}
      {data !== undefined && data.factors.length > 0 && (
        <Panel>
          <Stack gap="sm">
            {data.factors.map((factor) => (
              <Factor key={factor.id} factor={factor} />
            ))}
            <Group justify="space-between" gap="sm">
              <Text size="sm" c="dimmed">
                {t.recovery(data.recoveryCodesLeft)}
              </Text>
              <ConfirmButton
                words={t.renew}
                title={t.renewTitle}
                about={t.renewAbout}
                send={async () => setCodes((await change('POST', '/session/recovery-codes')).recoveryCodes)}
              />
            </Group>
          </Stack>
        </Panel>
      )}
      <FormModal opened={adding === 'passkey'} onClose={close} title={t.addPasskey}>
        <PasskeyForm onAdded={added} />
      </FormModal>
      <FormModal opened={adding === 'totp'} onClose={close} title={t.addTotp}>
        <TotpForm onAdded={added} />
      </FormModal>
      <SecretModal
        title={t.recoveryTitle}
        before={<Text size="sm">{t.recoveryAbout}</Text>}
        values={codes && [{ label: t.recoveryLabel, value: codes.join('\n') }]}
        onClose={() => setCodes(undefined)}
      />
    </Section>
  );
}

interface FactorRow {
  id: string;
  kind: 'passkey' | 'totp';
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

function Factor({ factor: { id, kind, name, createdAt, lastUsedAt } }: { factor: FactorRow }) {
  const t = useText(factorsText);
  const { date } = useFormat();
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {[t.kinds[kind], t.added(date(createdAt)), lastUsedAt !== null && t.used(date(lastUsedAt))]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <ConfirmButton
        words={t.remove}
        title={t.removeTitle(name)}
        about={t.removeAbout}
        message={t.removed}
        button={{ miw: 'fit-content' }}
        send={() => change('DELETE', `/session/factors/${id}`)}
      />
    </Group>
  );
}

interface AddProps {
  onAdded: (answer: { recoveryCodes?: string[] }) => void;
}

function NameInput({ field }: { field: object }) {
  const t = useText(factorsText);
  return <TextInput label={t.name} description={t.nameHint} required maxLength={255} data-autofocus {...field} />;
}

function PasskeyForm({ onAdded }: AddProps) {
  const t = useText(factorsText);
  const { unsupported } = useText(proofText);
  const form = useForm({ initialValues: { name: '' } });
  const add = useChange(
    async ({ name }: typeof form.values) => {
      const begun = await change('POST', '/session/factors/passkey/challenge');
      return change('POST', '/session/factors/passkey', { step: begun.step, name, passkey: await makePasskey(begun) });
    },
    { message: t.addedNow, done: onAdded },
  );
  return (
    <Stack>
      <Text size="sm">{hasPasskeys() ? t.passkeyNext : unsupported}</Text>
      <Form form={form} change={{ ...add, error: null }} submit={t.addPasskey}>
        <NameInput field={form.getInputProps('name')} />
        <PasskeyRefusal error={add.error} />
      </Form>
    </Stack>
  );
}

function TotpForm({ onAdded }: AddProps) {
  const t = useText(factorsText);
  const form = useForm({ initialValues: { name: '', code: '' } });
  const { data, error } = useQuery({
    queryKey: ['new-totp'],
    queryFn: () => change('POST', '/session/factors/totp/challenge'),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const add = useChange(
    (values: typeof form.values) => change('POST', '/session/factors/totp', { step: data?.step ?? '', ...values }),
    { message: t.addedNow, done: onAdded },
  );
  if (error !== null) return <Failure error={error} />;
  if (data === undefined) return null;
  return (
    <Stack>
      <Text size="sm">{t.totpNext}</Text>
      <Group gap="md">
        <QrCode value={data.address} label={t.qrCode} />
        <Stack gap="xs" flex="1 1 180px">
          <Text size="sm" fw={600}>
            {t.secret}
          </Text>
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {data.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </Code>
          <div>
            <CopyButton value={data.secret} />
          </div>
          <Anchor size="sm" href={data.address}>
            {t.open}
          </Anchor>
        </Stack>
      </Group>
      <Form form={form} change={add} submit={t.addTotp}>
        <NameInput field={form.getInputProps('name')} />
        <TextInput
          label={t.totpCode}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          maxLength={20}
          {...form.getInputProps('code')}
        />
      </Form>
    </Stack>
  );
}
