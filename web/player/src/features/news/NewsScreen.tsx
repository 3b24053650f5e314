import { useLocation } from 'react-router'
import { useNavigate } from '@core/frame/links'
import { Columns } from '@core/frame/Columns'
import { Detail } from '@core/frame/Detail'
import { Screen } from '@core/frame/Screen'
import { keepsPlace } from '@core/frame/keepsPlace'
import { useIsWide } from '@core/frame/useIsWide'
import { changedSearch, useSearchState } from '@core/frame/useSearchState'
import { isAt, placeOf } from '@core/frame/places'
import { HeadAct } from '@core/frame/HeadAct'
import { useText } from '@kit/i18n/text'
import { copyText } from '@kit/ui/CopyButton'
import { ArticlePart } from './ArticlePart'
import { NewsList } from './NewsList'

/** The news and one article of it: beside each other where there is room, a screen each elsewhere. */
export function NewsScreen() {
  const t = useText('news')
  const [address] = useSearchState()
  const navigate = useNavigate()
  const isArticle = isAt(useLocation().pathname, '/newsDetails')
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
  const close = () => navigate(`/news?${changedSearch(address, { id: null, revision: null })}`, { replace: true, state: keepsPlace })
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

/** Hands the article's link to another app; where there is no way to, copies it. */
function ShareButton({ id }: { id: string }) {
  const t = useText('news')
  async function share(): Promise<void> {
    const url = `${location.origin}/#${placeOf('article', id)}`
    if (typeof navigator.share !== 'function') return copyText(url)
    try {
      await navigator.share({ url })
    } catch (fault) {
      // Who closes the choice of apps wanted nothing.
      if (!(fault instanceof DOMException && fault.name === 'AbortError')) await copyText(url)
    }
  }
  return (
    <HeadAct icon="link" onPress={() => void share()}>
      {t('share')}
    </HeadAct>
  )
}
