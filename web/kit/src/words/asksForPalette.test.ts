import { describe, expect, it } from 'vitest'
import { asksForPalette } from './asksForPalette'

const press = (key: string, own: Partial<KeyboardEvent> = {}) => ({ key, code: '', metaKey: false, ctrlKey: false, altKey: false, ...own })

describe('the palette', () => {
  it('is asked for by two presses, and by no key alone', () => {
    expect(asksForPalette(press('k', { ctrlKey: true }))).toBe(true)
    expect(asksForPalette(press('K', { metaKey: true }))).toBe(true)
    expect(asksForPalette(press('/', { ctrlKey: true }))).toBe(true)
    expect(asksForPalette(press('/'))).toBe(false)
    expect(asksForPalette(press('k'))).toBe(false)
  })
  it('is asked for by the same key where it has a letter of another script, and by no other Latin one in its place', () => {
    expect(asksForPalette(press('л', { code: 'KeyK', ctrlKey: true }))).toBe(true)
    expect(asksForPalette(press('л', { code: 'KeyK' }))).toBe(false)
    expect(asksForPalette(press('e', { code: 'KeyK', ctrlKey: true }))).toBe(false)
    expect(asksForPalette(press('k', { ctrlKey: true, altKey: true }))).toBe(false)
  })
})
