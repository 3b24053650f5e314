import { useLanguage } from '@kit/i18n/text'
import { useAnswer } from '../api/useAnswer'
import { mayCall } from '../session/roles'
import { useMe } from '../session/store'

/** Something that is sold, by the id that operators gave it. */
export interface Sold {
  kind: string
  id: string
}

/** A list answers for so many at once. */
const idsMax = 50

/** What is shown changes by itself, and its names follow. */
const follows = { keepsFormer: true, isBackground: true }

/** What is sold, by its name in the reader's language, once that is known; somebody who may not read its list has its id. */
export function useSold(things: readonly Sold[]): { nameOf: (thing: Sold) => string; isKnown: boolean } {
  const me = useMe()
  const language = useLanguage()
  const asked = (kind: string) => ({ ids: [...new Set(things.filter((one) => one.kind === kind).map(({ id }) => id))].toSorted().slice(0, idsMax) })
  const [machine, node, goods] = [asked('machine'), asked('node'), asked('goods')]
  const machines = useAnswer('machines/catalogue', machine, { isOff: machine.ids.length === 0 || !mayCall(me, 'machines/catalogue'), ...follows })
  const levels = useAnswer('nodes/levels', node, { isOff: node.ids.length === 0 || !mayCall(me, 'nodes/levels'), ...follows })
  const wares = useAnswer('goods/list', goods, { isOff: goods.ids.length === 0 || !mayCall(me, 'goods/list'), ...follows })
  const nameOf = ({ kind, id }: Sold) => {
    const names =
      kind === 'machine'
        ? machines.data?.list.find(({ productId }) => productId === id)?.names
        : kind === 'node'
          ? levels.data?.list.find(({ level }) => level === id)?.names
          : wares.data?.list.find(({ goodsId }) => goodsId === id)?.names
    return names?.[language] ?? id
  }
  return { nameOf, isKnown: !machines.isLoading && !levels.isLoading && !wares.isLoading }
}
