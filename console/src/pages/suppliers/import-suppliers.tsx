import { getRouteApi } from '@tanstack/react-router';
import { upload } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { ButtonLink } from '../../shared/page/link.tsx';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';
import { ImportPage } from '../imports/import-page.tsx';

const route = getRouteApi('/inside/companies/$companyId/import/suppliers');

const example =
  'number;name;organizationalNumber;bankGiro\n1042;Nordbygg Material AB;556016-0680;991-2346\n1043;Östra Rör;;';

export function ImportSuppliers() {
  const t = useText(suppliersText);
  const path = useCompanyPath()('/suppliers/import');
  const { companyId } = route.useParams();
  return (
    <ImportPage
      title={t.importTitle}
      intro={t.importIntro}
      example={example}
      send={(type, content) => upload(path, type, content)}
      toList={
        <ButtonLink size="xs" variant="default" to="/companies/$companyId/suppliers" params={{ companyId }}>
          {t.toList}
        </ButtonLink>
      }
    />
  );
}
