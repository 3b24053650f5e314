import { quicknetKey } from '@kit/game/beacon'
import { readDocument, type RoundDocument } from '@kit/game/document'
import { verifyRound } from '@kit/game/verify'
import { htmlLang, languages } from '@kit/i18n/language'
import { element, labelled } from './element'
import { resultOf } from './result'
import { currentLanguage, speak, text, wantedLanguage } from './text'

/** What the reader has put in; it survives a change of language. */
const given = { content: '', key: quicknetKey, isAsked: false }

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
  return element('header', {}, element('div', { class: 'row' }, element('h1', {}, text('game-verify', 'title')), choice), element('p', { class: 'muted' }, text('game-verify', 'lead')))
}

function formOf(result: HTMLElement): HTMLElement {
  const file = element('input', { type: 'file', accept: '.json,application/json' })
  const content = element('textarea', { rows: '5', spellcheck: 'false', autocomplete: 'off' })
  const key = element('textarea', { rows: '4', spellcheck: 'false', autocomplete: 'off', class: 'code' })
  const button = element('button', { type: 'submit' }, text('game-verify', 'check'))
  content.value = given.content
  key.value = given.key
  // The same file once more, written anew, is a choice too.
  file.addEventListener('click', () => (file.value = ''))
  file.addEventListener('change', () => {
    void file.files?.[0]?.text().then((read) => {
      content.value = read
      ask()
    })
  })
  function ask(): void {
    Object.assign(given, { content: content.value, key: key.value, isAsked: true })
    show(result)
  }
  const form = element(
    'form',
    { class: 'card' },
    labelled(text('game-verify', 'open'), file),
    labelled(text('game-verify', 'paste'), content),
    element('details', {}, element('summary', {}, text('game-verify', 'key')), element('p', { class: 'muted' }, text('game-verify', 'key.note')), labelled(text('game-verify', 'key'), key)),
    button,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    ask()
  })
  return form
}

function show(result: HTMLElement): void {
  const round: RoundDocument | null = readDocument(given.content)
  if (round === null) result.replaceChildren(element('p', { class: 'card failed' }, text('game-verify', 'unreadable')))
  else result.replaceChildren(...resultOf(round, verifyRound(round, { beaconKey: given.key.trim().toLowerCase() })))
}
