import { common } from '../text/common.ts';
import { useText } from '../text.ts';
import { ButtonLink } from '../shared/page/link.tsx';
import { Page } from '../shared/page/page.tsx';

export function NotFound() {
  const t = useText(common);
  return (
    <Page title={t.notFoundTitle} intro={t.notFound}>
      <div>
        <ButtonLink to="/">{t.toStart}</ButtonLink>
      </div>
    </Page>
  );
}
