import { useParams } from '@tanstack/react-router';
import { upload } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { codingImport } from '../../../../common/imports/coding.ts';
import { projectImport } from '../../../../common/imports/projects.ts';
import { supplierImport } from '../../../../common/imports/suppliers.ts';
import { ButtonLink } from '../../shared/page/link.tsx';
import { importsText } from './text.ts';
import { useText } from '../../text.ts';
import { Warnings } from '../projects/warnings.tsx';
import { ImportPage } from './import-page.tsx';

export function ImportProjects() {
  const t = useText(importsText).projects;
  const path = useCompanyPath();
  return (
    <ImportPage
      {...t}
      declaration={projectImport}
      preview={(type, content) => upload(path('/projects/import/preview'), type, content)}
      send={async (type, content, etag) => (await upload(path('/projects/import'), type, content, etag)).record}
      toList={<ToList to="/companies/$companyId/projects">{t.toList}</ToList>}
      after={({ notices }) => <Warnings warnings={notices} />}
    />
  );
}

export function ImportCoding() {
  const t = useText(importsText).coding;
  const path = useCompanyPath();
  return (
    <ImportPage
      {...t}
      declaration={codingImport}
      preview={(type, content) => upload(path('/coding/import/preview'), type, content)}
      send={async (type, content, etag) => (await upload(path('/coding/import'), type, content, etag)).record}
      toList={<ToList to="/companies/$companyId/settings">{t.toList}</ToList>}
    />
  );
}

export function ImportSuppliers() {
  const t = useText(importsText).suppliers;
  const path = useCompanyPath();
  return (
    <ImportPage
      {...t}
      declaration={supplierImport}
      preview={(type, content) => upload(path('/suppliers/import/preview'), type, content)}
      send={async (type, content, etag) => (await upload(path('/suppliers/import'), type, content, etag)).record}
      toList={<ToList to="/companies/$companyId/suppliers">{t.toList}</ToList>}
    />
  );
}

function ToList({
  to,
  children,
}: {
  to: `/companies/$companyId/${'projects' | 'suppliers' | 'settings'}`;
  children: string;
}) {
  const { companyId } = useParams({ from: '/inside/companies/$companyId' });
  return (
    <ButtonLink size="xs" variant="default" to={to} params={{ companyId }}>
      {children}
    </ButtonLink>
  );
}
