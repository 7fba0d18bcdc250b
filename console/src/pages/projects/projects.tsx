import { Group, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { Project } from '../../api/types.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { selectFilter, textFilter } from '../../shared/list/filters.tsx';
import { ImportOrNew } from '../../shared/form/import-or-new.tsx';
import { Link } from '../../shared/page/link.tsx';
import { ListPage } from '../../shared/list/list-page.tsx';
import type { Column } from '../../shared/list/list-table.tsx';
import { TwoLines } from '../../shared/record/two-lines.tsx';
import { Said, useWords } from '../../shared/page/said.tsx';
import { common } from '../../text/common.ts';
import { projectsText } from './text.ts';
import { useText } from '../../text.ts';

const route = getRouteApi('/inside/companies/$companyId/projects');

export function Projects() {
  const t = useText(projectsText);
  const c = useText(common);
  return (
    <ListPage
      text={t}
      icon="projects"
      actions={<Actions />}
      start={
        <Group mt="xs">
          <Actions />
        </Group>
      }
      path={useCompanyPath()('/projects')}
      search={route.useSearch()}
      filters={[
        textFilter('q', { search: true, label: c.search, placeholder: t.searchHint, width: 280 }),
        selectFilter('warnings', { label: t.warnings, options: [['true', t.withWarnings]] }),
      ]}
      columns={useColumns()}
      rowKey={({ id }) => id}
      defaultSort="number"
      opens
    />
  );
}

function Actions() {
  const navigate = useNavigate();
  const { companyId } = route.useParams();
  const params = { companyId };
  return (
    <ImportOrNew
      words={useText(projectsText)}
      onImport={() => void navigate({ to: '/companies/$companyId/projects/import', params })}
      onNew={() => void navigate({ to: '/companies/$companyId/projects/new', params })}
    />
  );
}

function useColumns(): Column<Project>[] {
  const t = useText(projectsText);
  const words = useWords();
  const format = useFormat();
  const { companyId } = route.useParams();
  return [
    { header: t.number, sort: 'number', cell: ({ number }) => number },
    {
      header: t.name,
      sort: 'name',
      grows: true,
      cell: ({ id, name, notices }) => (
        <TwoLines
          first={
            <Link to="/companies/$companyId/projects/$projectId" params={{ companyId, projectId: id }} fw={600}>
              {name}
            </Link>
          }
          second={
            notices.length > 0 && (
              <Text span inherit c="light-dark(#a04100, #ffc078)">
                {notices.map((warning) => (
                  <Fragment key={warning.message}>
                    <Said words={words.notice(warning)} english={warning.message} />{' '}
                  </Fragment>
                ))}
              </Text>
            )
          }
        />
      ),
    },
    { header: t.proposalIds, cell: ({ proposalIds }) => proposalIds.join(', ') },
    {
      header: t.facilities,
      quiet: true,
      cell: ({ facilities }) =>
        facilities.map(({ number, name }) => (name ? `${name} (${number})` : number)).join(', '),
    },
    { header: t.workOrders, numeric: true, cell: ({ workOrderCount }) => format.number(workOrderCount) },
  ];
}
