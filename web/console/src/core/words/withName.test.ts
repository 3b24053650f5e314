import { expect, it } from 'vitest'
import { withName } from './withName'

it.each([
  ['a user with a name', { userId: '01M7', userName: '0x1234******abcdef' }, 'Suspend 0x1234******abcdef (0x1234******abcdef at once).'],
  ['a user who is not known any more', { userId: '01M7', userName: '' }, 'Suspend 01M7 (01M7 at once).'],
  ['nobody', { userId: '', userName: '' }, 'Suspend 01M7 (01M7 at once).'],
])('%s', (_, who, want) => expect(withName('Suspend 01M7 (01M7 at once).', who)).toBe(want))
