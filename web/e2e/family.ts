import type { Data, Params } from '../kit/src/api/contract.ts'
import { keptBy, type OpenPhone, type Phone } from './browser.ts'
import { apiCall } from './journey.ts'
import { personOn, withWallet, type Person } from './person.ts'
import { signInWith, TestWallet } from './testWallet.ts'
import type { World } from './world.ts'

/** Somebody who can invite others. */
export interface Member extends Person {
  userId: string
  code: string
  /** The address as others see it. */
  masked: string
}

/** Somebody with a phone and a wallet of their own, who signs in by the gate and came by this path. */
export async function comeBy(world: World, open: (phone?: Phone) => Promise<OpenPhone>, path = '/'): Promise<Member> {
  const wallet = new TestWallet(world)
  const opened = await withWallet(wallet, open)
  await signInWith(opened.page, path)
  const { id, userName, referralCode } = await apiCall(opened.page, '/api/user/getUserInfo')
  const on = async (phone: Phone = {}) => withWallet(wallet, open, { kept: await keptBy(opened.context), ...phone })
  const masked = `${userName.slice(0, 6)}******${userName.slice(-6)}`
  return { ...personOn(world, wallet, opened, on), userId: id, code: referralCode, masked }
}

let orders = 0

/** Buys machines by calls: from the balance and started at once, unless it is said otherwise. */
export async function buyMachines(
  { call }: Pick<Person, 'call'>,
  productId = 'machineSmall',
  quantity = 1,
  other: Partial<Params<'/api/miner/purchaseMiner'>> = {},
): Promise<Data<'/api/miner/purchaseMiner'>> {
  const { termsVersion } = await call('/api/miner/detail', { id: productId })
  orders += 1
  const requestId = `machines-of-a-member-${orders}`
  return call('/api/miner/purchaseMiner', { productId, quantity, payType: 'balance', startNow: true, termsVersion, requestId, ...other })
}
