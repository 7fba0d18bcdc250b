import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { IssuedCredential, PartnerRow, Scope } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { accessText } from '../../text/access.ts';
import { named, useText } from '../../text.ts';
import { expiryOf, ExpirySelect, usualDays } from './expiry.tsx';
import { leastScopes, scopes } from './scopes.ts';

export interface ForWhom {
  kind: 'tokens' | 'clients';
  partners: PartnerRow[];
  /** The id of the partner in view. */
  inView: string | undefined;
}

/** With the partner in view, the least that a partner can do and the usual time; whoever needs more chooses it. */
export function CredentialForm({
  kind,
  partners,
  inView,
  onIssued,
}: ForWhom & { onIssued: (issued: IssuedCredential) => void }) {
  const t = useText(accessText);
  const path = useCompanyPath();
  const isToken = kind === 'tokens';
  // Where several could be meant, nobody gets a token by an oversight.
  const [partnerId, setPartnerId] = useState(inView ?? (partners.length === 1 ? partners[0]?.id : undefined) ?? '');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Scope[]>([...leastScopes]);
  const [days, setDays] = useState(usualDays);
  const create = useChange(
    () => change('POST', path(`/${kind}`), { partnerId, scopes: chosen, ...(isToken && { name, ...expiryOf(days) }) }),
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
          required
          withAsterisk={false}
          value={partnerId}
          data={[
            ...(partnerId === '' ? [{ value: '', label: t.choosePartner }] : []),
            ...partners.map((partner) => ({ value: partner.id, label: partner.name })),
          ]}
          onChange={(event) => setPartnerId(event.currentTarget.value)}
        />
        {isToken && (
          <TextInput
            label={t.tokenName}
            description={t.tokenNameHint}
            required
            maxLength={255}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
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
        {isToken && <ExpirySelect days={days} onChange={setDays} />}
        {create.error !== null && <Failure error={create.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {isToken ? t.createToken : t.createClient}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
