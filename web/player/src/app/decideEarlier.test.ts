import { describe, expect, it } from 'vitest'
import { decideAbout, gainOf } from './decideEarlier'
import { paths } from './paths'

describe('an earlier command', () => {
  it.each(['purchaseMiner', 'startNow', 'cancel', 'exit'])('of a machine (%s) leads to the machines', (name) => {
    expect(decideAbout(`/api/miner/${name}`)).toEqual({ name, records: '/myMiner' })
  })

  it('leads to screens there are', () => {
    for (const path of ['/api/userAccount/qExchange', '/api/trade/sell', '/api/userAccount/withdraw', '/api/userAccount/cancelWithdraw']) {
      expect(paths).toContain(decideAbout(path).records)
    }
  })

  it('without a name of its own is the last order', () => {
    expect(decideAbout('/api/shop/createOrder')).toEqual({ name: 'other', records: null })
  })
})

it.each([
  [{ receive: 'ETH', receiveAmount: '0.02842899', pay: 'USDT' }, { amount: '0.02842899', currency: 'ETH' }],
  [{ saleNo: 'S1', net: '1236.2875' }, { amount: '1236.2875', currency: 'USDT' }],
  [{ orderNo: 'O1', minerNos: ['M1'] }, null],
  [null, null],
])('what %j brought', (data, gain) => {
  expect(gainOf(data)).toEqual(gain)
})
