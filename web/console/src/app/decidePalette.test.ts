import { describe, expect, it } from 'vitest'
import { asksForPalette, placesFor } from './decidePalette'

const places = ['Withdrawals', 'Payouts', 'Waiting roles', 'Партнёры'].map((name) => ({ name, path: `/${name}` }))
const names = (typed: string) => placesFor(places, typed).map(({ name }) => name)

describe('the palette', () => {
  it('finds places by part of their name, those first that begin with it', () => {
    expect(names('w')).toEqual(['Withdrawals', 'Waiting roles'])
    expect(names(' PAY ')).toEqual(['Payouts'])
    expect(names('a')).toEqual(['Withdrawals', 'Payouts', 'Waiting roles'])
    expect(names('партнер')).toEqual(['Партнёры'])
    expect(names('nothing')).toEqual([])
  })

  it('is asked for by Ctrl K and ⌘K, whatever the script', () => {
    const press = { key: 'k', code: 'KeyK', metaKey: false, ctrlKey: true, altKey: false }
    expect(asksForPalette(press)).toBe(true)
    expect(asksForPalette({ ...press, ctrlKey: false, metaKey: true })).toBe(true)
    expect(asksForPalette({ ...press, key: 'л' })).toBe(true)
    // A Latin keyboard of another order has another letter there.
    expect(asksForPalette({ ...press, key: 't' })).toBe(false)
    expect(asksForPalette({ ...press, altKey: true })).toBe(false)
    expect(asksForPalette({ ...press, ctrlKey: false })).toBe(false)
  })
})
