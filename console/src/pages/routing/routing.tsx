import { Stack } from '@mantine/core';
import { useCompanyPath } from '../../company.ts';
import { Page } from '../../shared/page/page.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { useText } from '../../text.ts';
import { Absences } from './absences.tsx';
import { Rules } from './rules.tsx';
import { routingText } from './text.ts';

export function RoutingPage() {
  const t = useText(routingText);
  const path = useCompanyPath()('/routing');
  return (
    <Page title={t.title} intro={t.intro}>
      <RecordOf path={path} refresh={false}>
        {(routing) => (
          <Stack gap="lg">
            <Absences people={routing.people} />
            <Rules key={routing.version} routing={routing} path={path} />
          </Stack>
        )}
      </RecordOf>
    </Page>
  );
}
