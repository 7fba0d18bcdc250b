import { Checkbox, NativeSelect, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { partnerEventTypes } from '../../../../common/events.ts';
import type { Webhook, WebhookPath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { Form } from '../../shared/form/form.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { useList } from '../../shared/list/use-list.ts';
import { IssueDialog } from '../../shared/tokens/secret.tsx';
import { common } from '../../text/common.ts';
import { webhooksText } from './text.ts';
import { useText } from '../../text.ts';

type EventTypes = Webhook['types'];

interface EndpointValues {
  partnerId: string | undefined;
  url: string;
  which: 'all' | 'some';
  types: EventTypes;
}

function useEndpointForm(endpoint?: Webhook) {
  const t = useText(webhooksText);
  const { url = '', types = [] } = endpoint ?? {};
  return useForm<EndpointValues>({
    initialValues: { partnerId: undefined, url, which: types.length === 0 ? 'all' : 'some', types },
    validate: { types: (chosen, { which }) => which === 'some' && chosen.length === 0 && t.chooseType },
  });
}

/** The API takes an empty list for all types. */
const bodyOf = ({ url, which, types }: EndpointValues) => ({ url, types: which === 'all' ? [] : types });

interface NewEndpointProps {
  opened: boolean;
  /** Id or name of the partner in view. */
  partner: string | undefined;
  onClose: () => void;
}

export function NewEndpoint({ opened, partner, onClose }: NewEndpointProps) {
  const t = useText(webhooksText);
  return (
    <IssueDialog opened={opened} onClose={onClose} title={t.newEndpoint} size="lg">
      {(show) => (
        <NewEndpointForm
          partner={partner}
          onCreated={(secret) => show(t.secretTitle, [{ label: t.secret, value: secret }])}
        />
      )}
    </IssueDialog>
  );
}

function NewEndpointForm({ partner, onCreated }: { partner: string | undefined; onCreated: (secret: string) => void }) {
  const t = useText(webhooksText);
  const path = useCompanyPath();
  const all = useList(path('/partners'), { limit: '200' });
  const partners = all.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const form = useEndpointForm();
  const partnerId =
    form.values.partnerId ?? partners.find(({ id, name }) => id === partner || name === partner)?.id ?? '';
  const create = useChange(
    (values: EndpointValues) =>
      change('POST', path('/webhooks'), { ...bodyOf(values), ...(partnerId !== '' && { partnerId }) }),
    { done: ({ secret }) => onCreated(secret) },
  );
  return (
    <Form form={form} change={create} submit={t.create}>
      <NativeSelect
        label={t.forWhom}
        description={t.partnerHint}
        data-path="partnerId"
        error={form.errors.partnerId}
        value={partnerId}
        data={[{ value: '', label: t.company }, ...partners.map(({ id, name }) => ({ value: id, label: name }))]}
        // A partner chooses from other types than the company, so the chosen types are cleared.
        onChange={(event) => form.setValues({ partnerId: event.currentTarget.value, types: [] })}
      />
      <EndpointFields form={form} ofPartner={partnerId !== ''} />
    </Form>
  );
}

interface EditEndpointProps {
  opened: boolean;
  endpoint: Webhook;
  path: WebhookPath;
  onClose: () => void;
}

export function EditEndpoint({ opened, ...props }: EditEndpointProps) {
  const t = useText(webhooksText);
  return (
    <FormModal opened={opened} onClose={props.onClose} title={t.editTitle} size="lg">
      <EditEndpointForm {...props} />
    </FormModal>
  );
}

function EditEndpointForm({ endpoint, path, onClose }: Omit<EditEndpointProps, 'opened'>) {
  const t = useText(webhooksText);
  const c = useText(common);
  const form = useEndpointForm(endpoint);
  const save = useChange((values: EndpointValues) => change('PATCH', path, bodyOf(values)), {
    message: t.saved,
    done: onClose,
  });
  return (
    <Form form={form} change={save} submit={c.save} edits>
      <EndpointFields form={form} ofPartner={endpoint.partnerId !== null} />
    </Form>
  );
}

function EndpointFields({ form, ofPartner }: { form: UseFormReturnType<EndpointValues>; ofPartner: boolean }) {
  const t = useText(webhooksText);
  const offered = (ofPartner ? partnerEventTypes : Object.keys(t.typeNames)) as EventTypes;
  return (
    <>
      <TextInput
        label={t.url}
        description={t.urlHint}
        required
        type="url"
        inputMode="url"
        maxLength={2_000}
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        placeholder="https://"
        {...form.getInputProps('url')}
      />
      <Radio.Group label={t.types} {...form.getInputProps('which')}>
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={ofPartner ? t.allTypes : t.allTypesNow} />
          <Radio value="some" label={t.someTypes} />
        </Stack>
      </Radio.Group>
      {form.values.which === 'some' && (
        <Checkbox.Group
          aria-label={t.types}
          {...form.getInputProps('types')}
          error={form.errors.types ?? (form.values.types.length === 0 && t.chooseType)}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing={6} spacing="md" pl="lg">
            {offered.map((type) => (
              <Checkbox key={type} size="sm" value={type} label={t.typeNames[type]} description={type} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    </>
  );
}
