import type { Home } from '@kit/api/contract'
import { NextDividend } from './NextDividend'
import { Prices } from './Prices'

/** What stands below the first screen of the front page; its code comes after that of the first screen. */
export function BelowFold({ home }: { home: Home }) {
  return (
    <>
      <Prices prices={home.prices} />
      <NextDividend next={home.nextDividend} />
    </>
  )
}
