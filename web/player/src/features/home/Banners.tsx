import { Suspense, useRef, useState, type ReactNode } from 'react'
import { Link } from '@core/frame/links'
import { late } from '@core/frame/late'
import type { Home } from '@kit/api/contract'
import { Gauge } from '@kit/art/Gauge'
import { Gem } from '@kit/art/Gem'
import { Machine } from '@kit/art/Machine'
import { useText } from '@kit/i18n/text'
import { decideBanners, type BannerId } from './decideHome'

const BannerArrows = late(() => import('./BannerArrows').then((module) => module.BannerArrows))

const EditorBanners = late(() => import('./EditorBanners').then((module) => module.EditorBanners))

const art: Record<BannerId, ReactNode> = {
  machines: <Machine size="medium" seed="banner" />,
  output: <Gauge share={0.7} />,
  king: <Gem level="king" />,
  trade: <PriceLine />,
}

/** The banners of editors and the four, to be pushed sideways, with the risk line always under them. */
export function Banners({ sent, editors, onMachines }: { sent: Home['banners']; editors: Home['editorBanners']; onMachines: () => void }) {
  const t = useText('home')
  const list = useRef<HTMLUListElement>(null)
  const [hasMouse] = useState(() => matchMedia('(hover: hover) and (min-width: 640px)').matches)
  return (
    <section aria-label={t('banners.label')} className="relative">
      <ul
        ref={list}
        // What scrolls sideways must be reached by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('banners.label')}
        className="-mx-4 flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 [scrollbar-width:none]"
      >
        {editors.length > 0 && (
          <Suspense
            fallback={editors.map(({ id }) => (
              <li key={id} className="w-[82%] shrink-0 sm:w-[60%]" />
            ))}
          >
            <EditorBanners banners={editors} />
          </Suspense>
        )}
        {decideBanners(sent).map(({ id, target }) => (
          <li key={id} className="w-[82%] shrink-0 snap-start sm:w-[60%]">
            <Link
              to={target}
              onClick={(event) => {
                if (target !== '/') return
                event.preventDefault()
                onMachines()
              }}
              className="press flex h-full min-h-32 flex-wrap items-center gap-2 rounded-card border border-line bg-sunk p-4"
            >
              <span className="min-w-[min(100%,8rem)] flex-1">
                <span className="block text-18 leading-snug font-semibold tiny:text-16">{t(`banner.${id}`)}</span>
                <span className="mt-1 block text-13 leading-snug text-muted">{t(`banner.${id}.note`)}</span>
              </span>
              <span aria-hidden className="flex h-24 w-24 shrink-0 items-center tiny:w-16">
                {art[id]}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {hasMouse && (
        <Suspense fallback={null}>
          <BannerArrows list={list} />
        </Suspense>
      )}
      <p className="mt-2 text-13 text-muted">{t('risk')}</p>
    </section>
  )
}

/** An engraved line that rises and falls: decoration, not a price. */
function PriceLine() {
  return (
    <svg viewBox="0 0 96 96" className="h-full w-full" aria-hidden>
      {Array.from({ length: 7 }, (_, index) => (
        <line key={index} x1="6" x2="90" y1={14 + index * 11.5} y2={14 + index * 11.5} stroke="var(--line)" strokeWidth="1" />
      ))}
      <path d="M6 66l12-9 11 8 13-25 12 12 12-22 11 17 13-9" fill="none" stroke="var(--brass)" strokeWidth="2.4" strokeLinejoin="round" strokeLinecap="round" />
      <circle cx="90" cy="38" r="3.4" fill="var(--brass)" />
    </svg>
  )
}
