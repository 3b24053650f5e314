/** One member of an object: its name, and its value as it is spelled. */
interface Member {
  name: string
  raw: string
}

const text = String.raw`"(?:[^"\\]|\\.)*"`
const word = String.raw`\s*(${text}|[^\s"{}[\],:]+|[{}[\],:])`

/** The members of an object in the order in which they stand; null for a text that is no object. */
export function membersOf(json: string): Member[] | null {
  const words = wordsOf(json)
  if (words === null || words[0] !== '{') return null
  return partsOf(words).map(([name = '""', , ...value]) => ({ name: textOf(name), raw: value.join('') }))
}

/** The items of a list, each as it is spelled. */
export function itemsOf(json: string): string[] {
  return partsOf(wordsOf(json) ?? []).map((value) => value.join(''))
}

/** What stands between the quotes of a text. */
export function textOf(raw: string): string {
  return JSON.parse(raw) as string
}

/** The words of a JSON text, its space left out; null for what is no JSON. */
function wordsOf(json: string): string[] | null {
  try {
    JSON.parse(json)
  } catch {
    return null
  }
  return [...json.matchAll(new RegExp(word, 'gy'))].map(([, one = '']) => one)
}

/** What stands between the commas of the outermost object or list. */
function partsOf(words: readonly string[]): string[][] {
  const parts: string[][] = []
  let depth = 0
  for (const one of words.slice(1, -1)) {
    if (parts.length === 0) parts.push([])
    if (depth === 0 && one === ',') {
      parts.push([])
      continue
    }
    if (one === '{' || one === '[') depth += 1
    if (one === '}' || one === ']') depth -= 1
    parts.at(-1)?.push(one)
  }
  return parts
}
