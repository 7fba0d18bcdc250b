import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { IssuedCredential, PartnerRow, Scope } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { Form } from '../../shared/form/form.tsx';
import { IssueDialog } from '../../shared/tokens/secret.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { accessText } from '../../text/access.ts';
import { named, useText } from '../../text.ts';
import { ExpirySelect, expiryIn } from '../../shared/tokens/token-form.tsx';

export const scopes: readonly Scope[] = [
  'suppliers:read',
  'suppliers:write',
  'supplierinvoices:read',
  'supplierinvoices:write',
  'workorders:read',
  'workorders:write',
  'webhooks:manage',
];

interface FormProps {
  kind: 'tokens' | 'clients';
  partners: PartnerRow[];
  inView: string | undefined;
}

interface Props extends FormProps {
  opened: boolean;
  onClose: () => void;
}

export function NewCredential({ opened, onClose, ...props }: Props) {
  const t = useText(accessText);
  const isToken = props.kind === 'tokens';
  return (
    <IssueDialog opened={opened} onClose={onClose} title={isToken ? t.newToken : t.newClient}>
      {(show) => (
        <CredentialForm
          {...props}
          onIssued={(issued) =>
            'token' in issued
              ? show(t.tokenTitle, [{ label: t.token, value: issued.token }])
              : show(t.clientTitle, [
                  { label: t.clientId, value: issued.id },
                  { label: t.clientSecret, value: issued.secret },
                ])
          }
        />
      )}
    </IssueDialog>
  );
}

/** Defaults to the least permission, reading suppliers, and to 90 days. */
function CredentialForm(props: FormProps & { onIssued: (issued: IssuedCredential) => void }) {
  const { kind, partners, inView, onIssued } = props;
  const t = useText(accessText);
  const path = useCompanyPath();
  const isToken = kind === 'tokens';
  const only = partners.length === 1 ? partners[0]?.id : undefined;
  const form = useForm({
    initialValues: {
      // With several partners, one has to be chosen, so that none gets a token by mistake.
      partnerId: inView ?? only ?? '',
      name: '',
      scopes: ['suppliers:read'] as Scope[],
      days: '90',
    },
    validate: { scopes: (chosen) => chosen.length === 0 && t.noScope },
    validateInputOnChange: true,
  });
  const create = useChange(
    ({ partnerId, name, scopes: chosen, days }: typeof form.values) =>
      change('POST', path(`/${kind}`), {
        partnerId,
        scopes: chosen,
        ...(isToken && { name, ...expiryIn(days) }),
      }),
    { done: onIssued },
  );
  return (
    <Form form={form} change={create} submit={isToken ? t.createToken : t.createClient} places={{ expiresAt: 'days' }}>
      <NativeSelect
        label={t.partner}
        required
        withAsterisk={false}
        data={[
          ...(form.values.partnerId === '' ? [{ value: '', label: t.choosePartner }] : []),
          ...partners.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('partnerId')}
      />
      {isToken && (
        <TextInput
          label={t.tokenName}
          description={t.tokenNameHint}
          required
          maxLength={255}
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
      <Checkbox.Group label={t.scopes} description={t.scopesHint} {...form.getInputProps('scopes')}>
        <Stack gap="xs" mt="xs">
          {scopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={named(t.scopeNames, scope)} />
          ))}
        </Stack>
      </Checkbox.Group>
      {isToken && <ExpirySelect {...form.getInputProps('days')} />}
    </Form>
  );
}
