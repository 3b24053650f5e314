import { describe, expect, it } from 'vitest'
import { bytesOf } from './saveFile'

describe('bytesOf', () => {
  it('keeps every byte of a UTF-8 file with its mark', () => {
    const text = '\ufefftime,amount\n充值,1.5\n'
    const content = Buffer.from(text, 'utf8').toString('base64')
    expect(Buffer.from(bytesOf(content)).equals(Buffer.from(text, 'utf8'))).toBe(true)
  })
})
