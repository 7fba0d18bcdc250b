import { Group, NativeSelect, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { OwnIdentities } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { ConfirmButton } from '../../shared/form/confirm-modal.tsx';
import { Form } from '../../shared/form/form.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { accountText } from '../../text/account.ts';
import { useText } from '../../text.ts';

/** The accounts of directories by which the operator signs in. Nothing if there is no directory. */
export function Identities() {
  return (
    <RecordOf path="/identities" loading={null}>
      {(own) => (own.identities.length > 0 || (own.hasPassword && own.directories.length > 0)) && <Own {...own} />}
    </RecordOf>
  );
}

function Own({ identities, directories, hasPassword }: OwnIdentities) {
  const t = useText(accountText);
  const format = useFormat();
  return (
    <Panel title={t.directories}>
      <Stack>
        {identities.map(({ directory: { id, name }, linkedAt }) => (
          <Group key={id} justify="space-between">
            <div>
              <Text fw={600}>{name}</Text>
              <Text size="sm" c="dimmed">
                {t.linkedOn(format.date(linkedAt))}
              </Text>
            </div>
            <ConfirmButton
              words={t.unlink}
              title={t.unlinkTitle}
              about={t.unlinkAbout(name)}
              message={t.unlinked}
              send={() => change('DELETE', `/identities/${id}`)}
              button={{ size: 'compact-sm', variant: 'default' }}
            />
          </Group>
        ))}
        {hasPassword && directories.length > 0 && <Link directories={directories} />}
      </Stack>
    </Panel>
  );
}

function Link({ directories }: Pick<OwnIdentities, 'directories'>) {
  const t = useText(accountText);
  const form = useForm({ initialValues: { directoryId: directories[0]?.id ?? '', password: '' } });
  const begin = useMutation({
    mutationFn: (values: typeof form.values) => change('POST', '/identities', values),
    onSuccess: ({ address }) => window.location.assign(address),
  });
  return (
    <Form form={form} change={begin} submit={t.link} tried="done">
      <NativeSelect
        label={t.directory}
        description={t.linkHint}
        data={directories.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('directoryId')}
      />
      <PasswordInput label={t.current} autoComplete="current-password" required {...form.getInputProps('password')} />
    </Form>
  );
}
