/** One message of a stream of server-sent events; a heart-beat is a comment and makes none. */
export interface Message {
  /** By which the stream is resumed; empty where it has none. */
  id: string
  data: string
}

/** A message that never ends is given up at this length. */
const lengthMax = 65_536

/** Reads a stream of server-sent events, however it is cut into pieces. */
export function messageReader(onMessage: (message: Message) => void): (piece: string) => void {
  let rest = ''
  let id = ''
  let data: string[] = []

  function take(line: string): void {
    if (line === '') {
      if (data.length > 0) onMessage({ id, data: data.join('\n') })
      id = ''
      data = []
      return
    }
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'id') id = value
    else if (name === 'data') data.push(value)
  }

  return (piece) => {
    rest += piece
    if (rest.length + data.join('').length > lengthMax) throw new Error('a message of the stream is too long')
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line.replace(/\r$/, ''))
  }
}
