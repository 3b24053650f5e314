import { Gem } from '@kit/art/Gem'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import { Card } from '@kit/ui/Card'
import type { LevelOffer } from '../contract'
import { LevelFacts } from '../LevelFacts'
import { SoldShare } from '../SoldShare'

/** The level with its price and what it gives. */
export function LevelHero({ level }: { level: LevelOffer }) {
  const t = useText('node')
  return (
    <Card>
      <div className="flex flex-col items-center text-center sm:flex-row sm:gap-6 sm:text-left">
        <div aria-hidden className="size-36 shrink-0">
          <Gem level={level.level} />
        </div>
        <div className="min-w-0">
          <h2 className="text-20 font-semibold">{level.name}</h2>
          <p className="text-[clamp(1rem,7vw,1.75rem)] leading-tight font-semibold">
            <Amount value={level.price} currency="USDT" />
          </p>
          <p className="mt-2 text-15">{level.description}</p>
          {level.owned > 0 && <p className="mt-1 text-13 text-muted">{t('buy.owned', { count: level.owned })}</p>}
        </div>
      </div>
      <div aria-hidden className="rule my-4" />
      <LevelFacts level={level} />
      <div className="mt-4">
        <SoldShare level={level} />
      </div>
    </Card>
  )
}
