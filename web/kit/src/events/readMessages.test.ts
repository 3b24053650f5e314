import { describe, expect, it } from 'vitest'
import { messageReader, type Message } from './readMessages'

const stream = ': beat\n\nid: 7\nevent: notice\ndata: {"a":1}\n\nid:8\ndata: one\ndata: two\n\nid: 9\n\n'
const told: Message[] = [
  { id: '7', data: '{"a":1}' },
  { id: '8', data: 'one\ntwo' },
]

function read(pieces: readonly string[]): Message[] {
  const got: Message[] = []
  const take = messageReader((message) => got.push(message))
  for (const piece of pieces) take(piece)
  return got
}

describe('messageReader', () => {
  it('reads messages, and nothing of a heart-beat or of an id alone', () => {
    expect(read([stream])).toEqual(told)
  })
  it('is not misled by how the stream is cut, nor by line ends', () => {
    expect(read([...stream])).toEqual(told)
    expect(read([...stream.replaceAll('\n', '\r\n')])).toEqual(told)
  })
  it('tells nothing of a message that has not ended', () => {
    expect(read(['id: 1\ndata: cut\n'])).toEqual([])
  })
  it('gives up a message that never ends', () => {
    expect(() => read(Array.from({ length: 80 }, () => 'data: '.padEnd(1_000, 'x')))).toThrow('too long')
    expect(() => read(Array.from({ length: 80 }, () => `data: ${'x'.repeat(1_000)}\n`))).toThrow('too long')
  })
})
