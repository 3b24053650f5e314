import { Worth } from '@core/price/Worth'
import { signOf } from '@kit/amount/format'
import { useFigures } from '@kit/amount/useFigures'
import { useText } from '@kit/i18n/text'
import { Amount } from '@kit/ui/Amount'
import type { MonthSum } from './api'

/** A month above its days, with what came in and went out of each currency. */
export function MonthHeading({ month, sums }: { month: string; sums: readonly MonthSum[] }) {
  const t = useText('personal')
  const { month: print } = useFigures()
  return (
    <div className="mt-6 rounded-card border border-line bg-sunk px-4 py-3 first:mt-0">
      <h2 className="text-16 font-semibold first-letter:uppercase">{print(month)}</h2>
      <dl className="mt-1 grid gap-y-1 text-13">
        {(['in', 'out'] as const).map((way) => {
          const moved = sums.filter((sum) => signOf(sum[way]) !== 0)
          if (moved.length === 0) return null
          return (
            // Where text is large the sums go below what they are.
            <div key={way} className="flex flex-wrap gap-x-3">
              <dt className="text-muted">{t(`movements.month.${way}`)}</dt>
              <dd className="ml-auto max-w-full min-w-0 text-right">
                {moved.map((sum) => (
                  <div key={sum.currency}>
                    <Amount value={sum[way]} currency={sum.currency} own />
                    <Worth amount={sum[way].replace(/^-/, '')} currency={sum.currency} own />
                  </div>
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}
