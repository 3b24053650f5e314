import { useLocation, useNavigate } from 'react-router'
import { Columns } from '@core/frame/Columns'
import { Detail } from '@core/frame/Detail'
import { Screen } from '@core/frame/Screen'
import { keepsPlace } from '@core/frame/keepsPlace'
import { useIsWide } from '@core/frame/useIsWide'
import { changedSearch, useSearchState } from '@core/frame/useSearchState'
import { useText } from '@kit/i18n/text'
import { ArticlePart } from './ArticlePart'
import { NewsList } from './NewsList'
import { ShareButton } from './ShareButton'

/** The news and one article of it: beside each other where there is room, a screen each elsewhere. */
export function NewsScreen() {
  const t = useText('news')
  const [address] = useSearchState()
  const navigate = useNavigate()
  const isArticle = useLocation().pathname === '/newsDetails'
  const isWide = useIsWide()
  const id = address.get('id') ?? ''

  if (!isWide) {
    return isArticle ? (
      <Screen key="article" title={t('details.title')} right={<ShareButton id={id} />}>
        <ArticlePart />
      </Screen>
    ) : (
      <Screen key="list" title={t('title')}>
        <NewsList />
      </Screen>
    )
  }
  const close = () =>
    void navigate({ pathname: '/news', search: changedSearch(address, { id: null, revision: null }).toString() }, { replace: true, state: keepsPlace })
  return (
    <Screen key="both" title={t('title')}>
      <Columns
        hint={t('choose')}
        detail={
          isArticle ? (
            <Detail key={id} title={t('details.title')} right={<ShareButton id={id} />} onClose={close}>
              <ArticlePart />
            </Detail>
          ) : null
        }
      >
        <NewsList />
      </Columns>
    </Screen>
  )
}
