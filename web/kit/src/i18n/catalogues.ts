import type { TextParameters } from './textParameters'

/** Every catalogue by its namespace. A test compares this list with the files there are. */
interface Catalogues {
  calendar: typeof import('../../../locales/en/calendar.json')
  checkout: typeof import('../../../locales/en/checkout.json')
  command: typeof import('../../../locales/en/command.json')
  common: typeof import('../../../locales/en/common.json')
  demo: typeof import('../../../locales/en/demo.json')
  console: typeof import('../../../locales/en/console.json')
  'console-look': typeof import('../../../locales/en/console-look.json')
  'console-edit': typeof import('../../../locales/en/console-edit.json')
  'console-acts': typeof import('../../../locales/en/console-acts.json')
  'console-words': typeof import('../../../locales/en/console-words.json')
  'console-boards': typeof import('../../../locales/en/console-boards.json')
  'console-money': typeof import('../../../locales/en/console-money.json')
  'console-people': typeof import('../../../locales/en/console-people.json')
  'console-waiting': typeof import('../../../locales/en/console-waiting.json')
  deposit: typeof import('../../../locales/en/deposit.json')
  game: typeof import('../../../locales/en/game.json')
  'game-verify': typeof import('../../../locales/en/game-verify.json')
  gate: typeof import('../../../locales/en/gate.json')
  help: typeof import('../../../locales/en/help.json')
  home: typeof import('../../../locales/en/home.json')
  machine: typeof import('../../../locales/en/machine.json')
  beside: typeof import('../../../locales/en/beside.json')
  news: typeof import('../../../locales/en/news.json')
  node: typeof import('../../../locales/en/node.json')
  notice: typeof import('../../../locales/en/notice.json')
  personal: typeof import('../../../locales/en/personal.json')
  shop: typeof import('../../../locales/en/shop.json')
  swap: typeof import('../../../locales/en/swap.json')
  team: typeof import('../../../locales/en/team.json')
  trade: typeof import('../../../locales/en/trade.json')
  user: typeof import('../../../locales/en/user.json')
  wallet: typeof import('../../../locales/en/wallet.json')
  'wallet-checks': typeof import('../../../locales/en/wallet-checks.json')
  withdrawal: typeof import('../../../locales/en/withdrawal.json')
}

/** The name of a catalogue. */
export type Namespace = keyof Catalogues

/** What may follow a head of keys: `a` and `b` where there are `step.a` and `step.b`. */
export type KeyTail<N extends Namespace, Head extends string> = TextKey<N> extends infer Key ? (Key extends `${Head}${infer Tail}` ? Tail : never) : never

/** A key of a catalogue; `default` is no text, only how TypeScript sees a JSON file. */
export type TextKey<N extends Namespace> = Exclude<keyof Catalogues[N] & string, 'default'>

/**
 * What a text is given beside its key: a value for each of its parameters, and for those of every text that the key may
 * name. Money comes already formatted, as a string.
 */
export type TextValues<N extends Namespace, Key extends TextKey<N>> = [ParametersOf<N, Key>] extends [never]
  ? []
  : [values: Record<ParametersOf<N, Key>, string | number>]

type ParametersOf<N extends Namespace, Key extends string> = TextParameters[Extract<`${N}.${Key}`, keyof TextParameters>]
