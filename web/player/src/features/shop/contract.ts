import type { Data, Params, Row } from '@kit/api/contract'

/** Goods as the catalogue shows them. */
export type Goods = Row<'/api/shop/goods'>
export type GoodsCategory = Goods['category']

/** Goods with what they mean for this user. */
export type GoodsOffer = Data<'/api/shop/goodsInfo'>
export type GoodsQuote = GoodsOffer['quotes'][number]

/** Where something is sent to. */
export type Address = Data<'/api/address/list'>['list'][number]

/** One order as it was made, with its way so far. */
export type Order = Data<'/api/shop/orderInfo'>

/** What a purchase asks for. */
export type GoodsPurchase = Omit<Params<'/api/shop/createOrder'>, 'requestId'>
