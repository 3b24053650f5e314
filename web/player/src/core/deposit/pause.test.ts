import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languages } from '@kit/i18n/language'
import { needsPeople, type PauseReason } from './pause'

interface Schema {
  properties: Record<string, { enum?: string[] }>
}

function read<Content>(path: string): Content {
  return JSON.parse(readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8')) as Content
}

const { schemas } = read<{ components: { schemas: Record<string, Schema> } }>('api/openapi.json').components

/** The reasons the API's document names where it tells of a pause. */
function reasonsOf(schema: string): string[] {
  return (schemas[schema]?.properties['pauseReason']?.enum ?? []).filter((reason) => reason !== '').sort()
}

const reasons = reasonsOf('PaymentNetworkInfo') as PauseReason[]

/** What each language calls the people a pause waits for. */
const people = { zhtw: '工作人員', en: 'our team', ru: 'сотрудники' }

/** The catalogue also speaks of test coins. */
function sentencesIn(language: string): Record<string, string> {
  const texts = Object.entries(read<Record<string, string>>(`web/locales/${language}/deposit.json`))
  return Object.fromEntries(texts.filter(([key]) => !key.startsWith('coins.')))
}

describe('why crediting pauses', () => {
  it('is the same list wherever the API tells it', () => {
    expect(reasons.length).toBeGreaterThan(0)
    expect(reasonsOf('PaymentProgress')).toEqual(reasons)
  })

  it.each(languages)('has one sentence of its own for every reason, in %s', (language) => {
    const texts = sentencesIn(language)
    expect(Object.keys(texts).sort()).toEqual(reasons)
    expect(new Set(Object.values(texts)).size).toBe(reasons.length)
    for (const text of Object.values(texts)) expect(text.match(/[.。]/g)).toHaveLength(1)
  })

  it.each(languages)('speaks of people where it does not end by itself, and only there, in %s', (language) => {
    const texts = sentencesIn(language)
    expect(reasons.filter((reason) => texts[reason]?.includes(people[language]))).toEqual(reasons.filter(needsPeople))
  })

  it('waits for people where the watcher does, and where people stopped it', () => {
    expect(reasons.filter(needsPeople)).toEqual(['chain_restarted', 'halted', 'stopped', 'wrong_chain'])
  })
})
