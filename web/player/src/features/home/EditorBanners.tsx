import { Link } from '@core/frame/links'
import { isPlace } from '@core/frame/places'
import type { Home } from '@kit/api/contract'
import { langOf } from '@kit/i18n/language'
import { useText } from '@kit/i18n/text'

/** The banners of editors, before those that always stand there. */
export function EditorBanners({ banners }: { banners: Home['editorBanners'] }) {
  const t = useText('home')
  return banners.map((banner) => (
    <li key={banner.id} className="w-[82%] shrink-0 snap-start sm:w-[60%]">
      <Link
        to={isPlace(banner.target) ? banner.target : '/'}
        className="press flex h-full min-h-32 flex-wrap items-center gap-2 rounded-card border border-[var(--brass)] bg-raised p-4"
      >
        <span className="min-w-[min(100%,8rem)] flex-1">
          <span lang={langOf(banner)} className="block break-words hyphens-auto">
            <span className="block text-18 leading-snug font-semibold tiny:text-16">{banner.title}</span>
            <span className="mt-1 block text-13 leading-snug text-muted">{banner.note}</span>
          </span>
          {!banner.translated && <span className="mt-1 block text-13 text-brass-ink">{t('banners.untranslated')}</span>}
        </span>
        <img
          src={banner.cover}
          alt=""
          width="96"
          height="96"
          loading="lazy"
          decoding="async"
          className="size-24 shrink-0 rounded-field bg-sunk object-cover tiny:size-16"
        />
      </Link>
    </li>
  ))
}
