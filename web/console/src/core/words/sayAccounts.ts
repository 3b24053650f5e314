import type { KeyTail } from '@kit/i18n/catalogues'
import { text } from '@kit/i18n/text'

/** The accounts of the ledger there are words for, by their class. */
export type AccountName = KeyTail<'console-words', 'account.'>

/** How the ledger names an account: its class, and often its currency and whose it is. */
const named = /\b([AOPLU](?:\.[\w-]+)+)(?:\/([A-Z]+))?(?:\/([0-9A-Za-z]+))?/g

/** A text in which the ledger's names of accounts are words; where a currency stands beside it, it is not said again. A name that has no word stays. */
export function sayAccounts(said: string, wordOf: (name: string) => string, hasCurrency = false): string {
  return said.replaceAll(named, (whole: string, name: string, currency?: string, owner?: string) => {
    const word = wordOf(name)
    return word === name ? whole : [word, hasCurrency ? undefined : currency, owner].filter((part) => part !== undefined).join(' · ')
  })
}

/** What a class of accounts is called, outside of React; one that has no word is shown as it is. */
export function accountWord(name: string): string {
  const key = name.replaceAll('.', '_') as AccountName
  const said = text('console-words', `account.${key}`)
  return said === `console-words.account.${key}` ? name : said
}
