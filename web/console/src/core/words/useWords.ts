import { useText } from '@kit/i18n/text'
import type { KeyTail } from '@kit/i18n/catalogues'

/** The names of fields there are words for. */
export type FieldName = KeyTail<'console-words', 'field.'>

/** The values there are words for. */
export type WordName = KeyTail<'console-words', 'word.'>

/** The jobs there are words for. */
type JobName = KeyTail<'console-words', 'job.'>

/** What fields and their values are called, the same word for one thing on every screen. What has no word is shown as it is. */
export function useWords() {
  const t = useText('console-words')
  const known = (key: string, said: string, name: string) => (said === `console-words.${key}` ? name : said)
  return {
    // The server's names: a test holds that each one that the document knows has its words.
    label: (name: string) => known(`field.${name}`, t(`field.${name as FieldName}`), name),
    // A test of the program holds that each of its jobs has its words.
    job: (name: string) => known(`job.${name}`, t(`job.${name as JobName}`), name),
    word: (value: string) => known(`word.${value}`, t(`word.${value as WordName}`), value),
  }
}
