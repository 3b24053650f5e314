import { afterEach, expect, it, vi } from 'vitest'
import { canSendOut, sendOut } from './sendOut'

const link = { url: 'https://etld.test/#/?pusername=FRIEND01' }
const picture = { files: [new File([], 'a.png')] }
const refuse = (name: string) => () => Promise.reject(new DOMException('', name))

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['a browser without it', {}, 'unavailable'],
  ['a person who shares', { share: () => Promise.resolve() }, 'shared'],
  ['a person who changes the mind', { share: refuse('AbortError') }, 'stopped'],
  ['a browser that forbids it', { share: refuse('NotAllowedError') }, 'unavailable'],
  ['a browser that cannot share this', { share: () => Promise.resolve(), canShare: () => false }, 'unavailable'],
] as const)('%s', async (_, navigator, sent) => {
  vi.stubGlobal('navigator', navigator)
  expect(await sendOut(link)).toBe(sent)
})

it('a file is shared only where the browser says that it can', () => {
  const share = () => Promise.resolve()
  vi.stubGlobal('navigator', { share })
  expect([canSendOut(link), canSendOut(picture)]).toEqual([true, false])
  vi.stubGlobal('navigator', { share, canShare: ({ files }: ShareData) => files === undefined })
  expect([canSendOut(link), canSendOut(picture)]).toEqual([true, false])
  vi.stubGlobal('navigator', { share, canShare: () => true })
  expect(canSendOut(picture)).toBe(true)
})
