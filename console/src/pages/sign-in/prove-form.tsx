import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { change } from '../../api.ts';
import { PasskeyFailure, usePasskeyFor, type ProofChallenge } from '../../passkeys.ts';
import { Form } from '../../shared/form/form.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { proofText } from '../../text/proof.ts';
import { useText } from '../../text.ts';

/** The browser's own refusals have words of their own. */
export function PasskeyRefusal({ error }: { error: unknown }) {
  const t = useText(proofText);
  if (error === null) return null;
  if (error instanceof PasskeyFailure)
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {t[error.why]}
      </Text>
    );
  return <Failure error={error} title={t.notProved} />;
}

interface Props {
  challenge: ProofChallenge;
  /** The operation that takes the proof: one finishes a sign-in, the other proves the session. */
  path: '/session/second' | '/session/proof';
  onProved: () => Promise<void> | void;
  onCancel?: () => void;
}

/** Takes a passkey or a code, whichever the operator has. */
export function ProveForm({ challenge: { step, factors, passkey }, path, onProved, onCancel }: Props) {
  const t = useText(proofText);
  const form = useForm({ initialValues: { code: '' } });
  const byPasskey = useMutation({
    mutationFn: async (options: NonNullable<ProofChallenge['passkey']>) =>
      change('POST', path, { step, passkey: await usePasskeyFor(options) }),
    onSuccess: onProved,
  });
  const byCode = useMutation({
    mutationFn: ({ code }: typeof form.values) => change('POST', path, { step, code }),
    onSuccess: onProved,
  });
  const takesCode = factors.some((factor) => factor !== 'passkey');
  return (
    <Stack>
      {passkey !== undefined && (
        <>
          <Button fullWidth data-autofocus loading={byPasskey.isPending} onClick={() => byPasskey.mutate(passkey)}>
            {t.usePasskey}
          </Button>
          <PasskeyRefusal error={byPasskey.error} />
          {takesCode && (
            <Text size="sm" c="dimmed" ta="center">
              {t.or}
            </Text>
          )}
        </>
      )}
      {takesCode && (
        <Form
          form={form}
          change={byCode}
          submit={t.confirm}
          failed={t.notProved}
          {...(onCancel !== undefined && { onCancel })}
        >
          <TextInput
            label={t.code}
            description={t.codeHint[factors.includes('totp') ? 'totp' : 'recovery']}
            autoComplete="one-time-code"
            required
            maxLength={100}
            {...(passkey === undefined && { 'data-autofocus': true, autoFocus: true })}
            {...form.getInputProps('code')}
          />
        </Form>
      )}
    </Stack>
  );
}
