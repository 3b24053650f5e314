import { useRef, useState } from 'react'
import { Picture } from '@core/frame/Picture'
import { useText } from '@kit/i18n/text'
import { glide } from '@kit/ui/glide'
import type { GoodsOffer } from '../contract'
import { GoodsArt } from '../GoodsArt'

/** The pictures of the goods, to be pushed sideways; the small ones below bring one of them. */
export function Pictures({ goods }: { goods: GoodsOffer }) {
  const t = useText('shop')
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const many = goods.images.length > 1
  const bring = (index: number) => row.current?.scrollTo({ left: index * row.current.clientWidth, behavior: glide() })
  if (goods.images.length === 0) {
    return (
      <div className="mx-auto aspect-square w-[min(100%,60dvh)] overflow-hidden rounded-card border border-line">
        <Picture picture={undefined} alt="" shown="">
          <GoodsArt category={goods.category} />
        </Picture>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <ul
        ref={row}
        aria-label={t('buy.pictures')}
        // What scrolls sideways must be reached by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={many ? 0 : undefined}
        onScroll={({ currentTarget }) => setShown(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))}
        className="mx-auto flex aspect-square w-[min(100%,60dvh)] snap-x snap-mandatory overflow-x-auto rounded-card border border-line [scrollbar-width:none]"
      >
        {goods.images.map((picture, index) => (
          <li key={picture.id} className="size-full shrink-0 snap-center">
            <Picture picture={picture} alt={picture.alt} shown="(min-width: 750px) 351px, (min-width: 640px) 50vw, 100vw" isFirst={index === 0} />
          </li>
        ))}
      </ul>
      {many && (
        <ul className="flex flex-wrap justify-center gap-2">
          {goods.images.map((picture, index) => (
            <li key={picture.id}>
              <button
                type="button"
                aria-label={t('buy.picture', { name: goods.name, number: index + 1 })}
                aria-current={index === shown || undefined}
                onClick={() => bring(index)}
                className="press size-14 overflow-hidden rounded-field border border-line opacity-70 aria-[current]:border-[var(--brass)] aria-[current]:opacity-100"
              >
                <Picture picture={picture} alt="" shown="56px" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
