import type { Body, Data, Row } from '@console/contract/contract'

export type Order = Row<'orders/list'>
export type Address = Data<'orders/address'>
export type Shipment = Omit<Body<'orders/ship'>, 'orderNo'>
export type ReversalCause = Body<'orders/reverse'>['payload']['cause']
