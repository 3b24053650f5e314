import { useText } from '@kit/i18n/text'
import type { KeyTail } from '@kit/i18n/catalogues'
import type { Heading } from '../rows/decideFound'
import { withName, type Who } from './withName'
import type { Theme } from './themeOf'
import { sayAccounts, type AccountName } from './sayAccounts'

/** The names of fields there are words for. */
export type FieldName = KeyTail<'console-words', 'field.'>

/** The values there are words for. */
type WordName = KeyTail<'console-words', 'word.'>

/** The gender of the noun that a state is said of, where a language has it. A count or a neuter noun takes the common words. */
export type Gender = 'masculine' | 'feminine'

/** The values that a noun's gender changes. */
type AgreeingName = KeyTail<'console-words', 'masculine.'> & KeyTail<'console-words', 'feminine.'>

/** The jobs there are words for. */
type JobName = KeyTail<'console-words', 'job.'>

/** What fields and their values are called, the same word for one thing on every screen. What has no word is shown as it is. */
export function useWords() {
  const t = useText('console-words')
  const known = (key: string, said: string, name: string) => (said === `console-words.${key}` ? name : said)
  const word = (value: string) => known(`word.${value}`, t(`word.${value as WordName}`), value)
  // A test holds that each class of the ledger has its words.
  const account = (name: string) => {
    const key = name.replaceAll('.', '_') as AccountName
    return known(`account.${key}`, t(`account.${key}`), name)
  }
  return {
    account,
    /** A text with accounts in it, such as a line of what changes. */
    accounts: (said: string, hasCurrency = false) => sayAccounts(said, account, hasCurrency),
    /** The same, where it is about a user, who stands there by the masked wallet. */
    accountsOf: (who: Who, said: string, hasCurrency = false) => withName(sayAccounts(said, account, hasCurrency), who),
    // The server's names: a test holds that each one that the document knows has its words.
    label: (name: string) => known(`field.${name}`, t(`field.${name as FieldName}`), name),
    // A test of the program holds that each of its jobs has its words.
    job: (name: string) => known(`job.${name}`, t(`job.${name as JobName}`), name),
    theme: (name: Theme): Heading => ({ key: name, title: t(`theme.${name}`) }),
    word,
    /** A value said of a noun; what agrees with none has the common word. */
    wordOf: (gender: Gender, value: string) => known(`${gender}.${value}`, t(`${gender}.${value as AgreeingName}`), word(value)),
  }
}
