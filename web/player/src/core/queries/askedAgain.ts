import type { Path } from '@kit/api/contract'

/**
 * How often an answer is asked for by the clock while it is looked at, in seconds: while events tell of changes, and while
 * they do not come. What events tell of is asked for all the same once in a while, for what changes with time alone. What
 * does not stand here is asked for when its screen opens, and when an event or a command made it old.
 */
const seconds: Partial<Record<Path, readonly [told: number, untold: number]>> = {
  '/api/user/getUserInfo': [300, 30],
  '/api/userAccount/balance': [300, 30],
  '/api/userAccount/topUpInfo': [300, 30],
  '/api/userAccount/myWithDraw': [300, 30],
  '/api/userAccount/underWay': [300, 30],
  '/api/pay/open': [300, 30],
  '/api/miner/minerStatistics': [300, 30],
  // What a machine has paid grows by itself.
  '/api/miner/findMyList': [60, 30],
  '/api/node/mine': [300, 30],
  '/api/shop/orders': [300, 30],
  '/api/shop/orderInfo': [300, 30],
  '/api/game/myRecord': [300, 30],
  // Nobody is told of these: what is offered and at which price, what everybody else does, how the platform stands.
  '/api/open/app': [60, 60],
  '/api/open/reserves': [300, 300],
  '/api/main/home': [30, 30],
  '/api/main/prices': [60, 60],
  '/api/main/getETHPrice': [30, 30],
  '/api/main/getETLDPrice': [30, 30],
  '/api/main/priceHistory': [60, 60],
  '/api/trade/market': [10, 10],
  '/api/userAccount/exchangeConfig': [60, 30],
  '/api/userAccount/withdrawConfig': [15, 15],
  '/api/miner/detail': [30, 30],
  '/api/miner/myDetail': [30, 30],
  '/api/node/all': [30, 30],
  '/api/node/detail': [30, 30],
  '/api/node/dividendPool': [30, 30],
  '/api/shop/goodsInfo': [30, 30],
  '/api/team/summary': [60, 60],
  '/api/team/friends': [60, 60],
  '/api/miner/ztGameTj': [60, 60],
  '/api/game/limits': [60, 60],
}

/** After how many milliseconds to ask for an answer again; false where only events and commands make it old. */
export function askedAgainMs(path: Path, isLive: boolean): number | false {
  const every = seconds[path]
  return every ? every[isLive ? 0 : 1] * 1_000 : false
}
