import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clearResume, markResume, takeResume } from './resume'
import { memoryStorage } from '@kit/kept/memory'

beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage())
})

describe('a sign-in that a reload interrupted', () => {
  it('is found again with its wallet', () => {
    markResume('io.wallet', 1_000)
    expect(takeResume(2_000)).toEqual({ walletId: 'io.wallet' })
  })

  it('is not found after it ended, or after two minutes', () => {
    expect(takeResume()).toBeNull()
    markResume('io.wallet', 0)
    expect(takeResume(120_001)).toBeNull()
    markResume('io.wallet', 0)
    clearResume()
    expect(takeResume(1)).toBeNull()
  })

  it('never loops: the fourth reload in a row finds nothing', () => {
    const found = Array.from({ length: 4 }, (_, index) => {
      markResume('io.wallet', index)
      return takeResume(index) !== null
    })
    expect(found).toEqual([true, true, true, false])
  })
})
