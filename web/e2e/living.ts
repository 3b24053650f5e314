import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Data } from '../kit/src/api/contract.ts'
import { debited, orderWaits, withdrawalWaits } from './console.ts'
import { day } from './journey.ts'
import { Operator } from './operators.ts'
import { buyAs, comeByCalls, post, userOf, type User } from './person.ts'
import { TestWallet } from './testWallet.ts'
import type { World } from './world.ts'

/** Three generations of one family. */
interface Family {
  parent: User
  child: User
  grandchild: User
}

const fresh = () => privateKeyToAccount(generatePrivateKey()).address

/** Lets a world live for eleven days, so that each list of the console has rows: what people did, what operators decided about it, and what waits. */
export async function live(world: World): Promise<void> {
  const before = await familyOf(world)
  await orderWaits(world)
  await announce(world, await depositOfNobody(world), before.child)
  await world.advance(11 * day)
  const again = async ({ wallet }: User) => ({ ...(await userOf(world, wallet)), wallet })
  const family = { parent: await again(before.parent), child: await again(before.child), grandchild: await again(before.grandchild) }
  await play(world, [family.parent, family.child])
  await decideAbout(world, family)
  await buyAs(world, family.child, '/api/miner/purchaseMiner', { productId: 'machineSmall' })
  await orderFromWallet(world, family.child)
  await show(world)
  await sell(world)
  await waits(world, family)
}

/** Three generations with machines and a node, of whom the eldest ordered from the wallet and did not pay. */
async function familyOf(world: World): Promise<Family> {
  const parent = await comeByCalls(world)
  const child = await comeByCalls(world, parent.referralCode)
  const grandchild = await comeByCalls(world, child.referralCode)
  await buyAs(world, parent, '/api/node/purchase', { nodeId: 'nodeDiamond' })
  for (const who of [parent, child, grandchild]) await buyAs(world, who, '/api/miner/purchaseMiner', { productId: 'machineSmall' })
  await orderFromWallet(world, parent)
  return { parent, child, grandchild }
}

async function orderFromWallet(world: World, { token }: User): Promise<void> {
  const { termsVersion } = (await post(world, '/api/miner/detail', { id: 'machineMedium' }, token)) as Data<'/api/miner/detail'>
  const order = { productId: 'machineMedium', quantity: '1', payType: 'chain', termsVersion, requestId: `from-the-wallet-${crypto.randomUUID()}` }
  await post(world, '/api/miner/purchaseMiner', order, token)
}

/** A transfer of somebody who never signed in; gives who sent it. */
async function depositOfNobody(world: World): Promise<string> {
  const wallet = new TestWallet(world)
  await wallet.topUp('25')
  await world.advance(60)
  return wallet.account.address
}

async function announce(world: World, sender: string, { id: userId }: User): Promise<void> {
  const maker = await Operator.signIn(world, 'finance_maker')
  const { list } = await maker.call('suspense/list')
  const deposit = list.find((one) => one.sender.toLowerCase() === sender.toLowerCase())!
  await maker.call('suspense/announce', { transferId: deposit.transferId, userId, shown: deposit.announcedFor })
}

/** A round of the game that is drawn, and one that is open. */
async function play(world: World, players: readonly User[]): Promise<void> {
  const current = () => post(world, '/api/game/current', {}, players[0]!.token) as Promise<Data<'/api/game/current'>>
  for (const { token } of players) {
    await post(world, '/api/userAccount/convertPoints', { direction: 'in', points: '10000', requestId: crypto.randomUUID() }, token)
    await post(world, '/api/game/confirmAge', { confirm: 'yes' }, token)
  }
  for (const amount of ['500', '1200']) {
    const { round, serverTime } = await current()
    // It locks, and is drawn in time; the next one has its whole time left.
    await world.advance(Math.ceil((Date.parse(round.lockAt) - Date.parse(serverTime)) / 1000))
    await world.advance(31)
    const { period } = (await current()).round
    for (const [at, { token }] of players.entries())
      await post(world, '/api/game/join', { period, box: String(3 + 4 * at), amount, requestId: crypto.randomUUID() }, token)
  }
}

/** Flags, a suspension, limits and a note. */
async function decideAbout(world: World, { parent, grandchild }: Family): Promise<void> {
  const risk = await Operator.signIn(world, 'risk')
  await risk.propose('users/flag', { userId: parent.id }, 'two accounts were funded by one wallet')
  await risk.propose('users/flag', { userId: grandchild.id }, 'named in a report of the exchange')
  await risk.propose('users/suspend', { userId: grandchild.id, days: 5 }, 'the wallet was reported as stolen')
  await risk.propose('users/playLimits', { userId: parent.id, dayStake: 5000 }, 'asked for by the family')
  const support = await Operator.signIn(world, 'support')
  await support.call('users/note', { userId: parent.id, text: 'Asked twice when the delayed reward is paid; answered by mail.' })
}

/** Banners and an article, each lacking a language or its time. */
async function show(world: World): Promise<void> {
  const editor = await Operator.signIn(world, 'editor')
  const zhtw = { title: '十二月：算算礦機的收益', note: '價格會漲也會跌。' }
  const en = { title: 'December: work out what a machine brings', note: 'Prices fall as well as rise.' }
  const ru = { title: 'Декабрь: посчитайте доход майнера', note: 'Цены и растут, и падают.' }
  await editor.call('banners/add', { texts: { zhtw, en, ru }, target: '/products', cover: 'product', from: '2026-12-24T02:00:00Z' })
  const weekend = {
    zhtw: { title: '週末也審核提領', note: '到帳時間以鏈上為準。' },
    en: { title: 'Withdrawals are reviewed on weekends too', note: 'The chain decides when they arrive.' },
  }
  await editor.call('banners/add', { texts: weekend, target: '/withdraw', cover: 'announcement' })
  const text = { title: 'How a month of dividends is divided', summary: 'From the pools to each node.', body: 'Pools are divided by weights.' }
  await editor.call('news/draft', { category: 'education', texts: { en: text } })
}

/** Terms that were changed: at once, and announced. */
async function sell(world: World): Promise<void> {
  const catalogue = await Operator.signIn(world, 'catalogue')
  const checker = await Operator.signIn(world, 'finance_checker')
  await checker.approve(await catalogue.propose('params/change', { name: 'machine.credit_days', value: '120' }, 'longer credit'))
  await checker.approve(await catalogue.propose('machines/change', { productId: 'machineLarge', price: '3500' }, 'the parts are dearer'))
  await checker.approve(await catalogue.propose('goods/change', { goodsId: 'keyboard', price: '99', currency: 'USDT' }, 'the maker asks for more'))
}

/** What waits for somebody: proposals of each role, roles, deposits, withdrawals and orders. */
async function waits(world: World, { parent, child }: Family): Promise<void> {
  const maker = await Operator.signIn(world, 'finance_maker')
  const funding = { pool: 'interest', currency: 'USDT', amount: '12500', evidence: 'contract 7, page 2' } as const
  await maker.propose('pools/fund', funding, 'the runway is below 90 days')
  await maker.propose('users/topUp', { userId: child.id, currency: 'USDT', amount: '12.5' }, 'a fee that was taken twice')
  const catalogue = await Operator.signIn(world, 'catalogue')
  await catalogue.propose('machines/change', { productId: 'machineSmall', addStock: 100 }, 'a new delivery')
  await catalogue.propose('goods/change', { goodsId: 'walletPouch', price: '12', currency: 'USDT' }, 'a sale before the holidays')
  await catalogue.propose('params/change', { name: 'machine.fee_repurchase', value: '0.04' }, 'a cheaper way back')
  const fulfilment = await Operator.signIn(world, 'fulfilment')
  await fulfilment.propose('carriers/change', { host: 'track.example', listed: true }, 'a new carrier')
  const risk = await Operator.signIn(world, 'risk')
  await risk.propose('users/liftFlag', { userId: parent.id }, 'both are one household')
  const administrators = [await Operator.signIn(world, 'administrator'), await Operator.signIn(world, 'administrator', 2)] as const
  const ivan = { address: fresh(), name: 'Ivan Sokolov', roles: ['editor' as const], active: true }
  await administrators[0].propose('roles/change', ivan, 'writes the news from January on')
  const olga = { address: fresh(), name: 'Olga Petrova', roles: ['finance_checker' as const], active: true }
  await administrators[1].approve(await administrators[0].propose('roles/change', olga, 'reviews withdrawals from January on'))
  await debited(world)
  await depositOfNobody(world)
  for (const quantity of ['40', '1250']) await withdrawalWaits(world, quantity)
  await orderWaits(world)
}
