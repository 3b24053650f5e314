import { day } from './journey.ts'
import { Operator } from './operators.ts'
import type { Person } from './person.ts'
import type { World } from './world.ts'

/** Where orders go, as the app writes it. */
export const inBerlin = 'Unter den Linden 1, 10117 Berlin, Germany'

/** Gives somebody an address that most goods are delivered to. */
export async function addAddress({ call }: Person): Promise<void> {
  await call('/api/address/add', { name: '林小姐', phone: '+49 30 1234-567', detail: 'Unter den Linden 1, 10117 Berlin', region: 'DE' })
}

/** Gives somebody an address a day ago: to a newer one nothing is sent. The world is the test's own. */
export async function addOldAddress(world: World, person: Person): Promise<void> {
  await addAddress(person)
  await world.advance(day)
}

/** Orders one piece to the first address and pays it from the balance; gives the order's number. */
export async function orderByCall({ call }: Person, goodsId: string): Promise<string> {
  const { termsVersion } = await call('/api/shop/goodsInfo', { id: goodsId })
  const { list: addresses } = await call('/api/address/list')
  const order = { goodsId, quantity: 1, payType: 'balance', addressId: addresses[0]!.id, termsVersion } as const
  await call('/api/shop/createOrder', { ...order, requestId: `an-order-of-${goodsId}` })
  const { list } = await call('/api/shop/orders')
  return list[0]!.orderNo
}

/** How somebody ships an order of the test's own; gives what does it, so that signing in takes no time of it. */
export async function readyToShip(world: World, orderNo: string, number: string): Promise<() => Promise<unknown>> {
  const fulfilment = await Operator.signIn(world, 'fulfilment')
  return () => fulfilment.call('orders/ship', { orderNo, company: 'Chunghwa Post', number })
}
