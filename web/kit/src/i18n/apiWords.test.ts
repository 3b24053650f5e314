import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languages } from './language'

interface Document {
  components: { schemas: Record<string, { properties: Record<string, { enum?: string[] }> }> }
}

function read<Content>(path: string): Content {
  return JSON.parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')) as Content
}

const { schemas } = read<Document>('api/openapi.json').components

/** Words that the API sends and a screen puts into a key: schema, property, namespace, head of the key. */
const shown = [
  ['PriceRow', 'source', 'home', 'prices.source.'],
  ['TeamRewardRow', 'cause', 'team', 'reward.cause.'],
  ['NoticeSetting', 'kind', 'notice', 'settings.kind.'],
  ['SwapPairRow', 'source', 'swap', 'source.'],
  ['SwapQuoteOut', 'source', 'swap', 'source.'],
] as const

describe.each(shown)('%s.%s', (schema, property, namespace, head) => {
  const words = (schemas[schema]?.properties[property]?.enum ?? []).filter((word) => word !== '')

  it.each(languages)('has a text for every word there is, and for no other, in %s', (language) => {
    const texts = read<Record<string, string>>(`web/locales/${language}/${namespace}.json`)
    const told = Object.keys(texts).flatMap((key) => (key.startsWith(head) ? [key.slice(head.length)] : []))
    expect(words).not.toEqual([])
    expect(told.sort()).toEqual([...words].sort())
  })
})
