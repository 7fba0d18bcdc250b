import { Button, Checkbox, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { IssuedCredential, PartnerRow, Scope } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { DayInput } from '../../shared/day-input.tsx';
import { Failure } from '../../shared/failure.tsx';
import { SecretModal, type Shown } from '../../shared/secret.tsx';
import { useChange } from '../../shared/use-change.ts';
import { accessText } from '../../text/access.ts';
import { common } from '../../text/common.ts';
import { named, useText } from '../../text.ts';
import { scopes } from './scopes.ts';

interface Props {
  kind: 'tokens' | 'clients';
  partners: PartnerRow[];
  opened: boolean;
  onClose: () => void;
}

/** The form, and then the secret, shown once. */
export function NewCredential({ kind, partners, opened, onClose }: Props) {
  const t = useText(accessText);
  const c = useText(common);
  const [issued, setIssued] = useState<IssuedCredential>();
  const isTokens = kind === 'tokens';
  const values: Shown[] | undefined =
    issued === undefined
      ? undefined
      : 'token' in issued
        ? [{ label: t.token, value: issued.token }]
        : [
            { label: t.clientId, value: issued.id },
            { label: t.clientSecret, value: issued.secret },
          ];
  return (
    <>
      <Modal
        opened={opened}
        onClose={onClose}
        title={isTokens ? t.newToken : t.newClient}
        closeButtonProps={{ 'aria-label': c.close }}
      >
        <CredentialForm
          kind={kind}
          partners={partners}
          onIssued={(made) => {
            onClose();
            setIssued(made);
          }}
        />
      </Modal>
      <SecretModal
        title={isTokens ? t.tokenTitle : t.clientTitle}
        values={values}
        onClose={() => setIssued(undefined)}
      />
    </>
  );
}

function CredentialForm({
  kind,
  partners,
  onIssued,
}: {
  kind: 'tokens' | 'clients';
  partners: PartnerRow[];
  onIssued: (issued: IssuedCredential) => void;
}) {
  const t = useText(accessText);
  const path = useCompanyPath();
  const [partnerId, setPartnerId] = useState(partners[0]?.id ?? '');
  const [chosen, setChosen] = useState<Scope[]>([...scopes]);
  const [day, setDay] = useState<string>();
  const expiresAt = day === undefined ? undefined : new Date(`${day}T23:59:59`).toISOString();
  const create = useChange(
    () =>
      change('POST', path(`/${kind}`), { partnerId, scopes: chosen, ...(expiresAt !== undefined && { expiresAt }) }),
    { done: onIssued },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0) create.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <NativeSelect
          label={t.partner}
          value={partnerId}
          data={partners.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setPartnerId(event.currentTarget.value)}
        />
        <Checkbox.Group
          label={t.scopes}
          description={t.scopesHint}
          value={chosen}
          onChange={setChosen}
          error={chosen.length === 0 ? t.noScope : undefined}
        >
          <Stack gap="xs" mt="xs">
            {scopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={named(t.scopeNames, scope)} />
            ))}
          </Stack>
        </Checkbox.Group>
        {kind === 'tokens' && <DayInput label={t.expires} description={t.expiresHint} value={day} onChange={setDay} />}
        {create.error !== null && <Failure error={create.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {kind === 'tokens' ? t.createToken : t.createClient}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
