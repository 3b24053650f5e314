import { Link } from 'react-router'
import { useText } from '@kit/i18n/text'
import { RecordsScreen } from '@console/records/RecordsScreen'
import { useLacking } from './api'

/** The articles and banners that some language lacks. */
export function LackingScreen() {
  const t = useText('console-edit')
  return (
    <RecordsScreen
      title={t('banners.lacking.title')}
      list={useLacking()}
      keyOf={({ id }) => id}
      nameOf={({ title }) => title}
      columns={[
        ['title', 'text'],
        ['kind', 'word'],
        ['missing', 'words'],
      ]}
      more={({ kind, id }) => (
        <Link to={`/${kind === 'banner' ? 'banners' : 'news'}?item=${id}`} className="inline-flex min-h-11 items-center text-15 underline underline-offset-4">
          {t('banners.lacking.open')}
        </Link>
      )}
      empty={t('banners.lacking.empty')}
    />
  )
}
