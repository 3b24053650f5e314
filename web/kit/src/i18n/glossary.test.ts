import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languages, type Language } from './language'

/** One word for one thing: the term, and how each language says it. */
const glossary: readonly (readonly [string, Record<Language, RegExp>])[] = [
  ['top-up', { zhtw: /儲值/, en: /top.?up/i, ru: /пополн/i }],
  ['withdrawal', { zhtw: /提領/, en: /withdraw/i, ru: /вывод/i }],
  ['balance', { zhtw: /餘額/, en: /balance/i, ru: /баланс/i }],
  ['principal', { zhtw: /本金/, en: /principal/i, ru: /основная сумма/i }],
  ['machine', { zhtw: /礦機/, en: /machine/i, ru: /майнер/i }],
  ['computing power', { zhtw: /算力/, en: /power/i, ru: /мощност/i }],
  ['output rate', { zhtw: /產出率/, en: /rate/i, ru: /ставк/i }],
  ['service fee', { zhtw: /服務費/, en: /service fee/i, ru: /сервисн/i }],
  ['fee', { zhtw: /手續費/, en: /fee/i, ru: /комисси/i }],
  ['wallet', { zhtw: /錢包/, en: /wallet/i, ru: /кошел/i }],
  ['signature', { zhtw: /簽名/, en: /signature/i, ru: /подпис/i }],
  ['currency', { zhtw: /幣別/, en: /currency/i, ru: /валют/i }],
  ['transaction on the chain', { zhtw: /交易雜湊/, en: /transaction hash/i, ru: /хеш транзакции/i }],
  ['movements', { zhtw: /資金明細/, en: /transactions/i, ru: /история операций/i }],
  ['confirmation', { zhtw: /確認/, en: /confirm/i, ru: /подтвержд/i }],
  ['crediting', { zhtw: /入帳/, en: /credited/i, ru: /зачисл/i }],
  ['swap', { zhtw: /兌換/, en: /swap/i, ru: /обмен/i }],
  ['sale', { zhtw: /賣出/, en: /sale/i, ru: /продаж/i }],
  ['funded bid', { zhtw: /已備足資金的買單/, en: /funded bid/i, ru: /обеспеченн/i }],
  ['quote', { zhtw: /報價/, en: /quote/i, ru: /котировк/i }],
  ['price', { zhtw: /價格/, en: /price/i, ru: /цен/i }],
  ['maximum', { zhtw: /最大/, en: /max/i, ru: /макс/i }],
  ['review', { zhtw: /審核/, en: /review/i, ru: /проверк/i }],
  ['cancellation', { zhtw: /取消/, en: /cancel/i, ru: /отмен/i }],
  ['account of a user', { zhtw: /帳號/, en: /account/i, ru: /аккаунт|учётн/i }],
  ['node', { zhtw: /節點/, en: /node/i, ru: /узл|узел|нод/i }],
  ['dividend', { zhtw: /分紅/, en: /dividend/i, ru: /дивиденд/i }],
  ['blind box', { zhtw: /盲盒/, en: /box/i, ru: /мистери-бокс/i }],
  ['game points', { zhtw: /遊戲積分/, en: /game points/i, ru: /игров/i }],
  ['referral code', { zhtw: /推薦/, en: /referral/i, ru: /реферальн|приглас/i }],
  ['level', { zhtw: /等級/, en: /level/i, ru: /уровень/i }],
  ['notice', { zhtw: /通知/, en: /notice/i, ru: /уведомлен/i }],
  ['device', { zhtw: /裝置/, en: /device/i, ru: /устройств/i }],
  ['language', { zhtw: /語言/, en: /language/i, ru: /язык/i }],
  ['interest', { zhtw: /利息/, en: /interest/i, ru: /процент/i }],
  ['pause', { zhtw: /暫停/, en: /pause/i, ru: /приостановлен|пауз/i }],
  ['maturity', { zhtw: /到期/, en: /maturity|matured/i, ru: /срок/i }],
  ['leaving', { zhtw: /中斷錢包連線/, en: /disconnect wallet/i, ru: /отключить кошелёк/i }],
  ['page of the person', { zhtw: /我的/, en: /\bMe\b/, ru: /Профиль/ }],
  ['front page', { zhtw: /首頁/, en: /home/i, ru: /главная/i }],
]

/** Words that are another language's, another country's, or a second word for a thing that has one. */
const banned: Record<Language, RegExp> = {
  zhtw: /停用|充值|幣種|出款|認領|後台|遭拒絕|費率 ×|智能|異動|信息|默認|視頻|網絡|登錄|賬|點擊|數據|軟件|屏幕|服務器|提現|提幣|用戶|冷靜期|複購|運轉|已出資|價格提醒|自有等級|燃料費|網路手續費|日誌|收件地址|押注|批准|駁回|你|关|请|钱/,
  en: /by itself|close the wallet|ask again|asking again|stands? still/i,
  ru: /закрыть кошел|прежний ответ|майнер выработан|спросить ещё раз|игр[аы] с коробк|движени[яей] средств|ведомост|дивидендн\S+ пул|выпуск\S* ETLD|наград\S+ (?:уровн|за приглаш)|период\S* (?:для )?отказа|командн\S+ ускорен|происшестви|финальн\S+ блок|вознагражд|демо-| – /i,
}

/** The spec's own words stay, whatever the glossary says: key by key. */
const literals = new Set(['common.copied', 'common.systemError'])

function textsOf(language: Language): [string, string][] {
  const folder = new URL(`../../../locales/${language}/`, import.meta.url)
  return readdirSync(folder).flatMap((file) => leavesOf(file.replace('.json', ''), read(new URL(file, folder))))
}

const server = new URL('../../../../internal/', import.meta.url)

/** What the server says itself, such as refusals and notices. */
function serverTextsOf(language: Language): [string, string][] {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  const catalogues = files.filter((path) => path.endsWith(`/locales/${language}.json`)).flatMap((path) => leavesOf(path, read(new URL(path, server))))
  // What a new database starts with stands in the programs themselves.
  const said = new RegExp(`"${language}":\\s*"(.+?)"[,}]`, 'g')
  const programs = files.filter((path) => path.endsWith('.go') && !path.endsWith('_test.go'))
  const literals = programs.flatMap((path) =>
    [...readFileSync(new URL(path, server), 'utf8').matchAll(said)].map(([, text = '']): [string, string] => [path, text]),
  )
  expect(literals.length).toBeGreaterThan(0)
  return [...catalogues, ...literals]
}

const read = (file: URL): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** Every text of a catalogue with the way to it. */
function leavesOf(path: string, node: unknown): [string, string][] {
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node as Record<string, unknown>).flatMap(([key, value]) => leavesOf(`${path}.${key}`, value))
}

function breachesOf(language: Language, texts: readonly (readonly [string, string])[]): string[] {
  return texts.filter(([key, text]) => !literals.has(key) && banned[language].test(text)).map(([key]) => key)
}

describe.each(languages)('the words in %s', (language) => {
  const texts = textsOf(language)

  it.each(glossary)('have one for %s', (_, words) => {
    expect(texts.some(([, text]) => words[language].test(text))).toBe(true)
  })

  it('are no second ones', () => {
    expect(breachesOf(language, texts)).toEqual([])
  })

  it('are no second ones where the server speaks', () => {
    const said = serverTextsOf(language)
    expect(said.length).toBeGreaterThan(texts.length / 10)
    expect(breachesOf(language, said)).toEqual([])
  })
})

it('players read one word for a round of the game', () => {
  const texts = textsOf('zhtw').filter(([key]) => !key.startsWith('console'))
  expect(texts.filter(([, text]) => text.includes('回合')).map(([key]) => key)).toEqual([])
})

it('finds a banned word', () => {
  expect(breachesOf('zhtw', [['a.b', '平台充值']])).toEqual(['a.b'])
  expect(breachesOf('zhtw', [['a.b', '停用帳號']])).toEqual(['a.b'])
  expect(breachesOf('en', [['a.b', 'Close the wallet']])).toEqual(['a.b'])
  expect(breachesOf('ru', [['a.b', 'Игра с коробками']])).toEqual(['a.b'])
})
