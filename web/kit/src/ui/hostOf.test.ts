import { expect, it } from 'vitest'
import { hostOf } from './hostOf'

it.each([
  ['https://example.org/a?b=c#d', 'example.org'],
  ['https://EXAMPLE.org:8443/', 'example.org:8443'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['https://our.host@example.org/', null],
  ['https://example.org/@a?b=@', 'example.org'],
  ['https://our.host\\@example.org/', null],
  ['https://', null],
  ['http://example.org/', null],
  ['javascript:alert(1)', null],
  [' https://example.org/', null],
  ['', null],
])('%j leads to %j', (href, wanted) => {
  expect(hostOf(href)).toBe(wanted)
})
