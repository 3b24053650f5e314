import { expect, it } from 'vitest'
import { isOutdated, outdatedBy } from './decideOutdated'

it('reads what the stream calls old, and nothing of what is not ours', () => {
  expect(outdatedBy('{"outdates":["orders/list","boards/today",1]}')).toEqual(['orders/list', 'boards/today'])
  expect(['', 'x', '{}', '{"outdates":"orders"}'].flatMap(outdatedBy)).toEqual([])
})

it('takes a list and its further pages for old, and no other', () => {
  const beginnings = outdatedBy('{"outdates":["orders/list","proposals/"]}')
  expect(
    [['orders/list', { size: 25 }], ['orders/list', 'one', '7'], ['proposals/list'], ['boards/today'], ['orders/address'], []].map((key) =>
      isOutdated(key, beginnings),
    ),
  ).toEqual([true, true, true, false, false, false])
})
