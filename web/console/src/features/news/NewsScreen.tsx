import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { Time } from '@kit/ui/Time'
import { Screen } from '@console/frame/Screen'
import { Filters } from '@console/rows/Filters'
import { Rows } from '@console/rows/Rows'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { useArticles } from './api'
import { LanguageNames } from './LanguageNames'
import { NewsEditor } from './NewsEditor'

/** The address of an article that is not there yet. */
const fresh = 'new'

/** All articles, drafts too, and the editor of one. */
export function NewsScreen() {
  const t = useText('console-edit')
  const me = useMe()
  const list = useArticles()
  const { openKey } = list
  if (openKey !== null) {
    return <NewsEditor key={openKey} id={openKey === fresh ? null : openKey} onSaved={(id) => list.goOn(openKey, id)} onClose={() => list.open(null)} />
  }
  return (
    <Screen
      title={t('news.title')}
      right={
        mayCall(me, 'news/draft') && (
          <Button size="small" onClick={() => list.open(fresh)}>
            {t('news.new')}
          </Button>
        )
      }
    >
      <Filters list={list} />
      <Rows
        list={list}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        empty={{ title: t('news.empty') }}
        columns={[
          {
            title: t('news.column.title'),
            cell: ({ title, category }) => (
              <>
                <span translate="no" className="block font-semibold break-words">
                  {title}
                </span>
                <span className="block text-13 text-muted">{t(`news.category.${category}`)}</span>
              </>
            ),
          },
          {
            title: t('news.column.state'),
            cell: ({ revision, hasDraft }) => t(revision === 0 ? 'news.state.draft' : hasDraft ? 'news.state.changed' : 'news.state.published'),
          },
          { title: t('news.column.missing'), cell: ({ missing }) => <LanguageNames languages={missing} /> },
          { title: t('news.column.updated'), isFigure: true, cell: ({ updatedAt }) => <Time at={updatedAt} plain /> },
        ]}
      />
    </Screen>
  )
}
