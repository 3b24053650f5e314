import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '../i18n/language'
import { sentenceOf } from './sentence'
import { walletText } from './walletText'

interface Vectors {
  host: string
  operator: string
  id: string
  proposals: { kind: string; subject: string; payload: string; zhtw: string; en: string; ru: string; wallet: string }[]
}

const { host, operator, id, proposals } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../test/vectors/sentences.json'), 'utf8')) as Vectors

describe('the shared vectors', () => {
  it.each(languages)("have the server's sentences in %s, to the letter", (language) => {
    expect(proposals.map((proposal) => sentenceOf(language, proposal))).toEqual(proposals.map((proposal) => proposal[language]))
  })

  it('have what the wallet shows, to the letter', () => {
    expect(proposals.map(({ kind, subject, payload }) => walletText({ host, id, kind, subject, payload }, operator))).toEqual(
      proposals.map(({ wallet }) => wallet),
    )
  })
})
