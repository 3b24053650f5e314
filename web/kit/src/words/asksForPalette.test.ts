import { describe, expect, it } from 'vitest'
import { asksForPalette } from './asksForPalette'

const press = (key: string, own: Partial<KeyboardEvent> = {}) => ({ key, code: '', metaKey: false, ctrlKey: false, altKey: false, ...own })

describe('the palette', () => {
  it('is asked for by two presses, and not while somebody writes a slash', () => {
    expect(asksForPalette(press('k', { ctrlKey: true }), true)).toBe(true)
    expect(asksForPalette(press('K', { metaKey: true }), false)).toBe(true)
    expect(asksForPalette(press('/'), false)).toBe(true)
    expect(asksForPalette(press('/'), true)).toBe(false)
    expect(asksForPalette(press('k'), false)).toBe(false)
  })
  it('is asked for by the same key where it has a letter of another script, and by no other Latin one in its place', () => {
    expect(asksForPalette(press('л', { code: 'KeyK', ctrlKey: true }), true)).toBe(true)
    expect(asksForPalette(press('л', { code: 'KeyK' }), false)).toBe(false)
    expect(asksForPalette(press('e', { code: 'KeyK', ctrlKey: true }), false)).toBe(false)
    expect(asksForPalette(press('k', { ctrlKey: true, altKey: true }), true)).toBe(false)
  })
})
