import { describe, expect, it } from 'vitest'
import type { Notice } from '@kit/api/contract'
import { decideFamily, decideLink, gather, markRead } from './decideNotices'

const notice = (id: string, read: boolean): Notice => ({ id, kind: 'machine_started', title: '', text: '', link: '', createdAt: '', read })
const cached = {
  pageParams: ['', 'c'],
  pages: [
    { list: [notice('a', false), notice('b', true)], nextCursor: 'c', hasMore: true },
    { list: [notice('c', false)], nextCursor: null, hasMore: false },
  ],
}
const readOf = (pages: ReturnType<typeof markRead>) => pages?.pages.flatMap((page) => page.list.map(({ read }) => read))

describe('markRead', () => {
  it('reads one, on whatever page it is', () => {
    expect(readOf(markRead(cached, 'c'))).toEqual([false, true, true])
  })
  it('reads all', () => {
    expect(readOf(markRead(cached, 'all'))).toEqual([true, true, true])
  })
  it('leaves the given pages alone, and nothing is nothing', () => {
    markRead(cached, 'all')
    expect(readOf(cached)).toEqual([false, true, false])
    expect(markRead(undefined, 'all')).toBeUndefined()
  })
})

describe('gather', () => {
  const at = (id: string, kind: string, createdAt: string): Notice => ({ ...notice(id, false), kind, createdAt })
  const idsOf = (rows: Notice[]) => gather(rows).map((alike) => alike.map(({ id }) => id))
  it('gathers neighbours of one kind and moment, and nothing else', () => {
    expect(
      idsOf([
        at('a', 'machine_bought', '1'),
        at('b', 'machine_bought', '1'),
        at('c', 'top_up_credited', '1'),
        at('d', 'machine_bought', '1'),
        at('e', 'machine_bought', '2'),
      ]),
    ).toEqual([['a', 'b'], ['c'], ['d'], ['e']])
  })
  it('gathers nothing of nothing', () => {
    expect(gather([])).toEqual([])
  })
})

describe('decideLink', () => {
  it('stays inside the app', () => {
    expect(
      ['/transaction', '/mine?view=sessions', '//evil.example', 'https://evil.example', '', null].map((link) => decideLink({ kind: 'machine_started', link })),
    ).toEqual(['/transaction', '/mine?view=sessions', null, null, null, null])
  })

  it.each([
    'backend_debit',
    'backend_debit_suspended',
    'backend_debit_until',
    'backend_debit_refused',
    'top_up_rejected',
    'referral_reward_refused',
    'level_reward_refused',
  ])('leads to support, which its text names: %s', (kind) => {
    expect(decideLink({ kind, link: '/transaction' })).toBe('/mine?view=help')
  })

  it.each(['backend_debit_returned', 'backend_top_up', 'referral_reward'])('leads where its link does: %s', (kind) => {
    expect(decideLink({ kind, link: '/transaction' })).toBe('/transaction')
  })
})

describe('decideFamily', () => {
  it.each([
    ['machine_dug_out', 'machine'],
    ['top_up_credited', 'money'],
    ['payment_mismatch_late', 'money'],
    ['order_shipped', 'order'],
    ['new_session', 'session'],
    ['referral_reward', 'reward'],
    ['brand_new', 'other'],
  ])('%s: %s', (kind, family) => {
    expect(decideFamily(kind)).toBe(family)
  })
})
