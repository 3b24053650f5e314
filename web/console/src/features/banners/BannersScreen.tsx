import { useFigures } from '@kit/amount/useFigures'
import { htmlLang } from '@kit/i18n/language'
import { useLanguage, useText } from '@kit/i18n/text'
import { Answer } from '@kit/ui/Answer'
import { Button } from '@kit/ui/Button'
import { EmptyState } from '@kit/ui/EmptyState'
import { Skeleton } from '@kit/ui/Skeleton'
import { readAnew } from '@console/api/answers'
import { act } from '@console/acts/act'
import { Acts } from '@console/acts/Acts'
import { AuditTrail } from '@console/audit/Trail'
import { tellFault } from '@console/decide/approve'
import { Panel, Part } from '@console/frame/Panel'
import { NotRefreshed } from '@console/frame/NotRefreshed'
import { Screen } from '@console/frame/Screen'
import { Ordered } from '@console/form/Ordered'
import { Shown } from '@console/records/Shown'
import { useWords } from '@console/words/useWords'
import { mayCall } from '@console/session/roles'
import { useMe } from '@console/session/store'
import { Announced } from '@console/words/Announced'
import { BannerForm } from './BannerForm'
import { orderBanners, useBannerPreview, useBanners } from './api'
import type { Banner } from './decideBanner'

const fresh = 'new'

/** The banners of the front page, ordered by dragging or by the arrows. */
export function BannersScreen() {
  const t = useText('console-edit')
  const me = useMe()
  const language = useLanguage()
  const { word, wordOf } = useWords()
  const list = useBanners()
  const { list: listed } = useFigures()
  const banners = list.rows ?? []
  const open = banners.find(({ id }) => id === list.openKey)
  const mayEdit = mayCall(me, 'banners/change')
  const titleOf = ({ texts }: Banner) => texts[language]?.title ?? texts.en?.title ?? texts.zhtw?.title ?? ''

  async function order(next: readonly Banner[]) {
    try {
      await orderBanners(next.map(({ id }) => id))
    } catch (fault) {
      tellFault(fault)
    } finally {
      await readAnew()
    }
  }

  return (
    <Screen
      title={t('banners.title')}
      right={
        mayEdit && (
          <Button size="small" onClick={() => list.open(fresh)}>
            {t('banners.add')}
          </Button>
        )
      }
      panel={
        (open || list.openKey === fresh) && (
          <Panel
            key={list.openKey}
            label={t('banners.panel')}
            title={open ? <span translate="no">{titleOf(open)}</span> : t('banners.add')}
            onClose={() => list.open(null)}
          >
            {open && <Preview id={open.id} />}
            {mayEdit && <BannerForm banner={open ?? null} onDone={(id) => list.goOn(list.openKey, id)} />}
            {open && (
              <Acts
                acts={[
                  act(
                    'banners/schedule',
                    { id: open.id, version: open.version },
                    { present: { from: open.from ?? null, until: open.until ?? null }, isWhole: true },
                  ),
                  act('banners/remove', { id: open.id, version: open.version }),
                ]}
              />
            )}
            {open && <AuditTrail of={{ about: open.id }} />}
          </Panel>
        )
      }
    >
      <p className="my-3 text-15 text-muted">{t('banners.hint')}</p>
      <NotRefreshed since={list.oldSince} />
      <Answer of={{ data: list.rows ?? undefined, error: list.fault, refetch: list.retry }} waiting={<Skeleton height="120px" />}>
        {() => {
          if (banners.length === 0) return <EmptyState title={t('banners.empty')} />
          return (
            <Ordered
              items={banners}
              keyOf={({ id }) => id}
              nameOf={titleOf}
              onOrder={mayEdit ? (next) => void order(next) : undefined}
              line={(banner) => (
                <button
                  type="button"
                  data-row={banner.id}
                  aria-expanded={banner.id === list.openKey}
                  onClick={() => list.open(banner.id)}
                  className="min-h-11 w-full text-left"
                >
                  <span translate="no" className="block font-semibold break-words">
                    {titleOf(banner)}
                  </span>
                  <span className="block text-13 text-muted">
                    {wordOf('masculine', banner.state)} · <Shown value={banner.target} look="code" />
                  </span>
                  {banner.missing.length > 0 && (
                    <span className="block text-13 text-loss">
                      <Announced by={t('banners.missing')}>{listed(banner.missing.map(word))}</Announced>
                    </span>
                  )}
                </button>
              )}
            />
          )
        }}
      </Answer>
    </Screen>
  )
}

/** What readers of each language see. */
function Preview({ id }: { id: string }) {
  const t = useText('console-edit')
  const { word } = useWords()
  const { data } = useBannerPreview(id)
  return (
    <Part title={t('banners.preview')}>
      {data?.list.map(({ reader, lang, title, note, translated }) => (
        <div key={reader} className="mb-2 rounded-field border border-line bg-sunk p-3">
          <p className="text-13 text-muted">
            {word(reader)}
            {!translated && ` · ${t('banners.untranslated')}`}
          </p>
          <p lang={htmlLang(lang)} className="font-semibold break-words">
            {title}
          </p>
          <p lang={htmlLang(lang)} className="text-13 break-words text-muted">
            {note}
          </p>
        </div>
      ))}
    </Part>
  )
}
