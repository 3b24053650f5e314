import { sumOf } from '@kit/amount/compare'
import { useText } from '@kit/i18n/text'
import { serverNow } from '@kit/time/clock'
import { usePrices } from '@core/price/api'
import type { MyMachineDetail } from '../contract'
import { WhatIfPart } from '../buy/WhatIfPart'
import { useMachineStatistics } from './api'

const dayMs = 86_400_000

/**
 * What the machine comes to at another price and in another network, with what it has brought already. Its line is there at
 * once, as what it needs may come late.
 */
export function MyWhatIf({ machine }: { machine: MyMachineDetail }) {
  const t = useText('machine')
  const { data: sums } = useMachineStatistics()
  const { data: prices } = usePrices(true)
  const bid = prices?.list.find(({ currency }) => currency === 'ETLD')?.price
  if (machine.endAt === null) return null
  if (sums?.rate === null) return <WhatIfPart title={t('mine.whatIf')} known="noRate" />
  const days = machine.status === 'dug_out' ? 0 : Math.max(0, Math.floor((Date.parse(machine.endAt) - serverNow()) / dayMs))
  const capLeft = sumOf([machine.etldCap, `-${machine.etldPaid}`])
  const certainCost = sumOf([machine.serviceFee, `-${machine.product.interestTotal}`])
  const known = sums &&
    bid !== undefined && { facts: { power: machine.power, days, rate: sums.rate, capLeft, mined: machine.etldPaid, certainCost }, bid, breakEven: null }
  return <WhatIfPart title={t('mine.whatIf')} known={known || null} />
}
