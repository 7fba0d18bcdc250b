import { List, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import type { Erasure } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { ListTable } from '../../shared/list/list-table.tsx';
import { Form } from '../../shared/form/form.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { Page } from '../../shared/page/page.tsx';
import { useWords } from '../../shared/page/said.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { useText } from '../../text.ts';
import { erasingText } from './text.ts';

export function EraseSupplier() {
  const t = useText(erasingText);
  const { number } = getRouteApi('/inside/companies/$companyId/erase/suppliers/$number').useParams();
  const path = useCompanyPath()(`/suppliers/${encodeURIComponent(number)}`);
  return (
    <RecordOf path={`${path}/erasure`} refresh={false}>
      {(erasure) => (
        <Erasing
          erasure={erasure}
          intro={t.supplierIntro}
          label={t.typeNumber}
          send={() => change('POST', `${path}/erase`)}
        />
      )}
    </RecordOf>
  );
}

export function EraseOperator() {
  const t = useText(erasingText);
  const { operatorId } = getRouteApi('/inside/operators/$operatorId/erase').useParams();
  const path = `/operators/${operatorId}` as const;
  return (
    <RecordOf path={`${path}/erasure`} refresh={false}>
      {(erasure) => (
        <Erasing
          erasure={erasure}
          intro={t.operatorIntro}
          label={t.typeEmail}
          send={() => change('POST', `${path}/erase`)}
        />
      )}
    </RecordOf>
  );
}

interface Props {
  erasure: Erasure;
  intro: string;
  label: (known: string) => string;
  send: () => Promise<Erasure>;
}

function Erasing({ erasure, intro, label, send }: Props) {
  const t = useText(erasingText);
  const words = useWords();
  const { name, knownBy } = erasure;
  const form = useForm({
    initialValues: { typed: '' },
    validate: { typed: (text) => text.trim() !== knownBy && t.typeWrong },
  });
  const erase = useChange(send, { message: t.done, done: () => form.reset() });
  const shown = erase.data ?? erasure;
  return (
    <Page title={t.title(name)} intro={intro}>
      <Report erasure={shown} />
      {!shown.erased && (
        <Panel title={t.erase}>
          {erasure.erase.allowed ? (
            <Form
              form={form}
              change={{ ...erase, mutate: () => erase.mutate() }}
              submit={t.erase}
              button={{ color: 'red' }}
              tried="done"
            >
              <Text size="sm">{t.confirmAbout}</Text>
              <TextInput
                label={label(knownBy)}
                autoComplete="off"
                required
                maw={420}
                {...form.getInputProps('typed')}
              />
            </Form>
          ) : (
            <Text size="sm">{words.notice(erasure.erase) ?? erasure.erase.why}</Text>
          )}
        </Panel>
      )}
    </Page>
  );
}

function Report({ erasure: { erased, goes, stays, backups } }: { erasure: Erasure }) {
  const t = useText(erasingText);
  const format = useFormat();
  const title = erased ? t.went : t.goes;
  return (
    <>
      <Panel title={title} padded={false}>
        <ListTable
          framed={false}
          label={title}
          rows={goes}
          rowKey={({ kind }) => kind}
          columns={[
            { header: t.what, grows: true, cell: ({ kind }) => t.kinds[kind] },
            { header: t.fate, cell: ({ fate }) => t.fates[fate] },
            { header: t.rows, numeric: true, cell: ({ rows }) => format.number(rows) },
          ]}
        />
      </Panel>
      <Panel title={t.stays}>
        <List size="sm" spacing={6}>
          {stays.map(({ kind }) => (
            <List.Item key={kind}>{t.staying[kind]}</List.Item>
          ))}
        </List>
      </Panel>
      <Panel title={t.backups}>
        {backups === null || backups.length === 0 ? (
          <Text size="sm">{backups === null ? t.unknownBackups : t.noBackups}</Text>
        ) : (
          <List size="sm" spacing={6}>
            {backups.map(({ name, expiresOn }) => (
              <List.Item key={name}>
                {name}: {expiresOn === null ? t.neverRemoved : t.removedOn(expiresOn)}
              </List.Item>
            ))}
          </List>
        )}
      </Panel>
    </>
  );
}
