import { describe, expect, it } from 'vitest'
import { decideAbout, movedBy, recordOf } from './decideEarlier'

describe('an earlier command', () => {
  it.each(['purchaseMiner', 'startNow', 'cancel', 'exit'])('of a machine (%s) leads to the machines', (name) => {
    expect(decideAbout(`/api/miner/${name}`)).toMatchObject({ name, records: '/myMiner' })
  })

  it('without a name of its own is the last order', () => {
    expect(decideAbout('/api/of/tomorrow')).toEqual({ name: 'other', records: null })
  })
})

describe('what came of an earlier command', () => {
  it.each([
    ['/api/userAccount/qExchange', { receive: 'ETH', receiveAmount: '0.02842899', pay: 'USDT' }, '0.02842899 ETH'],
    ['/api/trade/sell', { saleNo: 'S1', net: '1236.2875' }, '1236.2875 USDT'],
    ['/api/miner/purchaseMiner', { minerNos: ['M1'], payAmount: '105', intentNo: null }, '-105 USDT'],
    ['/api/miner/purchaseMiner', { minerNos: ['M1'], payAmount: '105', intentNo: 'I1' }, null],
    ['/api/miner/exit', { minerNo: 'M1', status: 'ended' }, null],
    ['/api/shop/createOrder', { orderNo: 'G1', payAmount: '12.5', priceCurrency: 'ETLD', intentNo: null }, '-12.5 ETLD'],
    ['/api/shop/createOrder', { orderNo: 'G1', payAmount: '29', priceCurrency: 'USDT', intentNo: 'I1' }, null],
    ['/api/shop/cancelOrder', { orderNo: 'G1', status: 'invalid' }, null],
    ['/api/node/purchase', { nodeNos: ['N1'], payAmount: '500', intentNo: null }, '-500 USDT'],
    ['/api/node/purchase', { nodeNos: ['N1'], payAmount: '500', intentNo: 'I1' }, null],
    ['/api/game/join', { entryNo: 7, amount: 500, gamePoints: 100 }, '-500 GP'],
    ['/api/userAccount/withdraw', { withdrawNo: 'W1', quantity: '40', currency: 'ETLD' }, '-40 ETLD'],
    ['/api/userAccount/cancelWithdraw', { withdrawNo: 'W1', refunded: '40', currency: 'ETLD' }, '40 ETLD'],
    ['/api/of/tomorrow', { net: '1' }, null],
  ])('%s with %j moved %s', (path, data, moved) => {
    const found = movedBy(path, data, {})
    expect(found && `${found.amount} ${found.currency}`).toBe(moved)
  })

  it.each([
    ['in', { amount: '500', currency: 'GP' }],
    ['out', { amount: '5', currency: 'USDT' }],
  ])('%s of game points moved', (direction, moved) => {
    expect(movedBy('/api/userAccount/convertPoints', { points: 500, usdt: '5', gamePoints: 700 }, { direction })).toEqual(moved)
  })

  it.each([
    ['/api/miner/purchaseMiner', { minerNos: ['M1'] }, '/myMiner?id=M1'],
    ['/api/miner/purchaseMiner', { minerNos: ['M1', 'M2'] }, '/myMiner'],
    ['/api/miner/startNow', { minerNo: 'M1' }, '/myMiner?id=M1'],
    ['/api/userAccount/withdraw', { withdrawNo: 'W1' }, '/withdrawRecord?id=W1'],
    ['/api/trade/sell', { saleNo: 'S1' }, '/trade'],
    ['/api/shop/createOrder', { orderNo: 'G1' }, '/order?id=G1'],
    ['/api/shop/cancelOrder', { orderNo: 'G1' }, '/order?id=G1'],
    ['/api/pay/cancel', { intentNo: 'I1', purpose: 'node' }, '/chain'],
    ['/api/node/purchase', { nodeNos: ['N1'] }, '/chain?id=N1'],
    ['/api/node/purchase', { nodeNos: ['N1', 'N2'] }, '/chain'],
    ['/api/node/cancel', { nodeNo: 'N1' }, '/chain?id=N1'],
    ['/api/game/join', { entryNo: 7, amount: 500 }, '/trade?tab=box&view=record'],
    ['/api/userAccount/convertPoints', { points: 500, usdt: '5' }, '/wallet'],
    ['/api/of/tomorrow', { minerNos: ['M1'] }, null],
  ])('of %s with %j stands at', (path, data, record) => {
    expect(recordOf(path, data)).toBe(record)
  })
})
