import { quicknetKey } from '@kit/game/beacon'
import { readDocument, type RoundDocument } from '@kit/game/document'
import { timesOf } from '@kit/game/period'
import { readPublished, senderAt } from '@kit/game/published'
import type { Witness } from '@kit/game/verify'
import { htmlLang, languages } from '@kit/i18n/language'
import { element, labelled } from './element'
import { readProof, resultOfProof, type Known, type SavedProof } from './proof'
import { readByWallet } from './wallet'
import { resultOf } from './result'
import { currentLanguage, speak, text, wantedLanguage } from './text'

/** What the reader has put in; it survives a change of language. */
const given = { content: '', key: quicknetKey, published: '', anchor: '', snapshot: '', wallet: '', day: '', isAsked: false }

/** Each language names itself. */
const names = { zhtw: '繁體中文', en: 'English', ru: 'Русский' } as const

const page = document.getElementById('page')
if (!page) throw new Error('the page has no place')
speak(wantedLanguage())
draw(page)

function draw(place: HTMLElement): void {
  document.title = text('game-verify', 'title')
  const result = element('section', { 'aria-live': 'polite' })
  place.replaceChildren(headOf(place), formOf(result), result)
  if (given.isAsked) show(result)
}

function headOf(place: HTMLElement): HTMLElement {
  const choice = element('select', { 'aria-label': text('game-verify', 'language') })
  choice.append(...languages.map((language) => element('option', { value: language, lang: htmlLang(language) }, names[language])))
  choice.value = currentLanguage()
  choice.addEventListener('change', () => {
    speak(languages.find((language) => language === choice.value) ?? 'zhtw')
    draw(place)
  })
  return element(
    'header',
    {},
    element('div', { class: 'row' }, element('h1', {}, text('game-verify', 'title')), choice),
    element('p', { class: 'muted' }, text('game-verify', 'lead')),
  )
}

function formOf(result: HTMLElement): HTMLElement {
  const content = element('textarea', { rows: '5', spellcheck: 'false', autocomplete: 'off', name: 'round' })
  const key = element('textarea', { rows: '4', spellcheck: 'false', autocomplete: 'off', class: 'code', name: 'beacon' })
  const published = element('textarea', { rows: '4', spellcheck: 'false', autocomplete: 'off', class: 'code', name: 'receipts' })
  const anchor = element('input', { type: 'text', spellcheck: 'false', autocomplete: 'off', class: 'code', name: 'anchor' })
  const snapshot = element('textarea', { rows: '4', spellcheck: 'false', autocomplete: 'off', class: 'code', name: 'snapshot' })
  const wallet = element('input', { type: 'text', spellcheck: 'false', autocomplete: 'off', class: 'code', name: 'wallet' })
  const day = element('input', { type: 'date', class: 'code', name: 'day' })
  snapshot.value = given.snapshot
  wallet.value = given.wallet
  day.value = given.day
  content.value = given.content
  key.value = given.key
  published.value = given.published
  anchor.value = given.anchor
  function ask(): void {
    const proof = { snapshot: snapshot.value, wallet: wallet.value, day: day.value }
    Object.assign(given, { content: content.value, key: key.value, published: published.value, anchor: anchor.value, ...proof, isAsked: true })
    show(result)
  }
  const form = element(
    'form',
    { class: 'card' },
    labelled(text('game-verify', 'open'), fileFor(content, ask)),
    labelled(text('game-verify', 'paste'), content),
    element(
      'details',
      {},
      element('summary', {}, text('game-verify', 'key')),
      element('p', { class: 'muted' }, text('game-verify', 'key.note')),
      labelled(text('game-verify', 'key'), key),
    ),
    element(
      'details',
      {},
      element('summary', {}, text('game-verify', 'receipts')),
      element('p', { class: 'muted' }, text('game-verify', 'receipts.note')),
      labelled(
        text('game-verify', 'receipts.open'),
        fileFor(published, () => content.value !== '' && ask()),
      ),
      labelled(text('game-verify', 'receipts.paste'), published),
    ),
    element(
      'details',
      {},
      element('summary', {}, text('game-verify', 'anchors')),
      element('p', { class: 'muted' }, text('game-verify', 'anchors.note')),
      labelled(text('game-verify', 'anchors.address'), anchor),
    ),
    element(
      'details',
      {},
      element('summary', {}, text('game-verify', 'count')),
      element('p', { class: 'muted' }, text('game-verify', 'count.note')),
      labelled(text('game-verify', 'count.address'), wallet),
      labelled(text('game-verify', 'count.day'), day),
      labelled(text('game-verify', 'count.published'), snapshot),
    ),
    element('button', { type: 'submit' }, text('game-verify', 'check')),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    ask()
  })
  return form
}

/** A choice of a file, whose content goes into a field. */
function fileFor(field: HTMLTextAreaElement, whenRead: () => void): HTMLInputElement {
  const file = element('input', { type: 'file', accept: '.json,application/json' })
  // The same file once more, written anew, is a choice too.
  file.addEventListener('click', () => (file.value = ''))
  file.addEventListener('change', () => {
    void file.files?.[0]?.text().then((read) => {
      field.value = read
      whenRead()
    })
  })
  return file
}

/** Counts what was asked, so that what a wallet says late of another round is not shown. */
let asked = 0

function show(result: HTMLElement): void {
  asked += 1
  const round = readDocument(given.content)
  const proof = readProof(given.content)
  const published = given.published.trim() === '' ? undefined : readPublished(given.published)
  const named = given.anchor.trim()
  const wallet = given.wallet.trim()
  if (round === null && proof === null) refuse(result, text('game-verify', 'unreadable'))
  else if (published === null) refuse(result, text('game-verify', 'receipts.unreadable'))
  else if (![named, wallet].every((one) => /^(0x[0-9a-f]{40})?$/i.test(one))) refuse(result, text('game-verify', 'anchors.unreadable'))
  else if (proof !== null) {
    // Whom the reader names counts for any time.
    const anchors = named === '' ? (published?.anchors ?? []) : [{ address: named, since: '1970-01-01' }]
    const day = given.day.replaceAll('-', '')
    void showProof(result, proof, { anchors, receiptKeys: published?.receiptKeys, published: given.snapshot, wallet, day })
  } else if (round !== null) {
    const anchorAddress = named || senderAt(published?.anchors ?? [], timesOf(round.period)?.lockAt ?? 0)
    const witness: Witness = { beaconKey: given.key.trim().toLowerCase(), receiptKeys: published?.receiptKeys, anchorAddress }
    result.replaceChildren(...resultOf(round, witness))
    void addChain(result, round, witness)
  }
}

/** Shows what comes of a proof, whatever the wallet takes to answer. */
async function showProof(result: HTMLElement, proof: SavedProof, known: Known): Promise<void> {
  const now = asked
  result.replaceChildren()
  const shown = await resultOfProof(proof, known)
  if (now === asked) result.replaceChildren(...shown)
}

/** Shows the round once more where the browser has a wallet that reads the chain. */
async function addChain(result: HTMLElement, round: RoundDocument, witness: Witness): Promise<void> {
  const now = asked
  const search = await readByWallet(round, witness.anchorAddress)
  if (search && now === asked) result.replaceChildren(...resultOf(round, { ...witness, search }))
}

function refuse(result: HTMLElement, reason: string): void {
  result.replaceChildren(element('p', { class: 'card failed' }, reason))
}
