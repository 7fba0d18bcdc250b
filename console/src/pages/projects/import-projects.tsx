import { getRouteApi } from '@tanstack/react-router';
import { upload } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { ButtonLink } from '../../shared/page/link.tsx';
import { projectsText } from './text.ts';
import { useText } from '../../text.ts';
import { ImportPage } from '../imports/import-page.tsx';
import { Warnings } from './warnings.tsx';

const route = getRouteApi('/inside/companies/$companyId/projects/import');

const example =
  'number;name;proposalIds;facilities\nP1;Kvarteret Eken;P-2026-014|P-2026-020;1=Main building\nP2;Hamnen;P-2026-015;1=Quay';

export function ImportProjects() {
  const t = useText(projectsText);
  const path = useCompanyPath()('/projects/import');
  const { companyId } = route.useParams();
  return (
    <ImportPage
      title={t.importTitle}
      intro={t.importIntro}
      example={example}
      send={(type, content) => upload(path, type, content)}
      toList={
        <ButtonLink size="xs" variant="default" to="/companies/$companyId/projects" params={{ companyId }}>
          {t.toList}
        </ButtonLink>
      }
      after={({ notices }) => <Warnings warnings={notices} />}
    />
  );
}
