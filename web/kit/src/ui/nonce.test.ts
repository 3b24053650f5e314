import { afterEach, expect, it, vi } from 'vitest'
import { styleNonce } from './nonce'

afterEach(() => vi.unstubAllGlobals())

function withMeta(content: string | null): void {
  vi.stubGlobal('document', { querySelector: () => (content === null ? null : { content }) })
}

it.each([
  ['a nonce', 'aBWqoQpnNj31OW6_GOhg'],
  // One in 4,096 begins like this.
  ['a nonce that begins with underscores', '__aBWqoQpnNj31OW6_GOhg'],
])('is %s', (_, content) => {
  withMeta(content)
  expect(styleNonce()).toBe(content)
})

it.each([
  ['there is no tag', null],
  ['the tag still has its placeholder', '__CSP_NONCE__'],
])('is empty where %s', (_, content) => {
  withMeta(content)
  expect(styleNonce()).toBe('')
})
