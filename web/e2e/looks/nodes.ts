import { at, sheetAt, type States } from '../looks.ts'

/** What the pages of nodes show to anybody, beside the lists. */
export const states: States = {
  nodeLevel: at('/chainDetails?id=nodeDiamond'),
  nodeUnknown: at('/chainDetails?id=nodeQueen'),
  nodeNoStatement: sheetAt('/dividendPool?month=2020-01'),
}
