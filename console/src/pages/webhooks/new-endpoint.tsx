import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { SecretModal } from '../../shared/tokens/secret.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { useList } from '../../shared/list/use-list.ts';
import { webhooksText } from '../../text/webhooks.ts';
import { useText } from '../../text.ts';
import { EndpointFields, formOf, isWhole, type Chosen } from './endpoint-fields.tsx';

interface Props {
  opened: boolean;
  /** The partner in view, by its id or its name. */
  partner: string | undefined;
  onClose: () => void;
}

/** The form, and then the secret, shown once. */
export function NewEndpoint({ opened, partner, onClose }: Props) {
  const t = useText(webhooksText);
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <FormModal opened={opened} onClose={onClose} title={t.newEndpoint} size="lg">
        <EndpointForm
          partner={partner}
          onMade={(made) => {
            onClose();
            setSecret(made);
          }}
        />
      </FormModal>
      <SecretModal
        title={t.secretTitle}
        values={secret === undefined ? undefined : [{ label: t.secret, value: secret }]}
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}

function EndpointForm({ partner, onMade }: { partner: string | undefined; onMade: (secret: string) => void }) {
  const t = useText(webhooksText);
  const path = useCompanyPath();
  const all = useList(path('/partners'), { limit: '200' });
  const partners = all.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const [picked, setPicked] = useState<string>();
  const partnerId = picked ?? partners.find(({ id, name }) => id === partner || name === partner)?.id ?? '';
  const [chosen, setChosen] = useState<Chosen>({ url: '', all: true, types: [] });
  const create = useChange(
    () => change('POST', path('/webhooks'), { ...formOf(chosen), ...(partnerId !== '' && { partnerId }) }),
    { done: ({ secret }) => onMade(secret) },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole(chosen)) create.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <NativeSelect
          label={t.forWhom}
          description={t.partnerHint}
          value={partnerId}
          data={[{ value: '', label: t.company }, ...partners.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => {
            setPicked(event.currentTarget.value);
            // What the one may be told of is not what the other may.
            setChosen({ ...chosen, types: [] });
          }}
        />
        <EndpointFields chosen={chosen} onChange={setChosen} ofPartner={partnerId !== ''} />
        {create.error !== null && <Failure error={create.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
