import { act, type Act } from '@console/acts/act'
import type { Data } from '@console/contract/contract'

type Stop = Data<'boards/today'>['stops'][number]

const currencies = ['ETH', 'ETLD'] as const

/** What lets it go on. */
export function endOf({ what, name }: Stop): Act[] {
  switch (what) {
    case 'payouts':
      return [act('payouts/resume', { network: name })]
    case 'crediting':
      return [act('crediting/resume', { network: name })]
    case 'prices':
      return currencies.filter((one) => one === name).map((currency) => act('prices/resume', { currency }))
    case 'part':
      return []
  }
}
