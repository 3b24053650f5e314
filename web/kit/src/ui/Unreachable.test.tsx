import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { ApiError, TransportError } from '../api/faults'
import { Unreachable } from './Unreachable'

vi.mock('../i18n/text', () => ({ useText: () => (key: string) => key }))

const silence = new TransportError('/api/address/add', 'timeout')
const said = (shown: React.ReactNode) => renderToStaticMarkup(shown).replace(/<[^>]*>/g, '')

it('says of an act without an answer that it may be done, and only of a read that nothing is affected', () => {
  expect(said(<Unreachable fault={silence} />)).toBe('unanswered')
  expect(said(<Unreachable fault={silence} isRead />)).toBe('unreachable')
  expect(said(<Unreachable fault={silence}>not marked as read</Unreachable>)).toBe('not marked as read')
})

it('says nothing of a refusal, which a toast has said, unless it is to', () => {
  const refusal = new ApiError('/api/address/add', 1804, 'Too many addresses', null)
  expect(said(<Unreachable fault={refusal} />)).toBe('')
  expect(said(<Unreachable fault={refusal} withRefusal />)).toBe('Too many addresses')
})
