import { htmlLang, languages } from '@kit/i18n/language'
import { sentenceOf } from '@kit/sentence/sentence'
import { checksummed, payloadHash, walletText } from '@kit/sentence/walletText'
import { element, labelled } from '../element'
import { lookAt, lookPlaceOf, type Found, type Look } from '@kit/sentence/look'
import { currentLanguage, speak, text, wantedLanguage } from './text'

/** Each language names itself. */
const names = { zhtw: '繁體中文', en: 'English', ru: 'Русский' } as const

/** What the reader has put in, and what came of it; both survive a change of language. */
const given = { address: location.hash === '' ? '' : location.href, wallet: '' }
let found: Found | 'asked' | null = null

const page = document.getElementById('page')
if (!page) throw new Error('the page has no place')
const place: HTMLElement = page
speak(wantedLanguage())
draw()
if (given.address !== '') void ask()
addEventListener('hashchange', () => {
  given.address = location.href
  void ask()
})

async function ask(): Promise<void> {
  found = 'asked'
  draw()
  found = await lookAt(lookPlaceOf(given.address, location.href))
  draw()
}

function draw(): void {
  document.title = text('console-look', 'title')
  const result = element('section', { 'aria-live': 'polite' }, ...resultOf())
  place.replaceChildren(headOf(), ...(found !== null && found !== 'asked' && 'look' in found ? [result, formOf()] : [formOf(), result]))
}

function headOf(): HTMLElement {
  const choice = element('select', { 'aria-label': text('console-look', 'language') })
  choice.append(...languages.map((language) => element('option', { value: language, lang: htmlLang(language) }, names[language])))
  choice.value = currentLanguage()
  choice.addEventListener('change', () => {
    speak(languages.find((language) => language === choice.value) ?? 'zhtw')
    draw()
  })
  return element(
    'header',
    {},
    element('div', { class: 'row' }, element('h1', {}, text('console-look', 'title')), choice),
    element('p', { class: 'muted' }, text('console-look', 'lead')),
  )
}

function formOf(): HTMLElement {
  const address = element('input', { type: 'text', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', name: 'address' })
  address.value = given.address
  const form = element(
    'form',
    { class: 'card' },
    labelled(text('console-look', 'address'), address),
    element('button', { type: 'submit' }, text('console-look', 'ask')),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    given.address = address.value
    void ask()
  })
  return form
}

function resultOf(): HTMLElement[] {
  if (found === null) return []
  if (found === 'asked') return [element('p', { class: 'muted' }, text('console-look', 'asked'))]
  if ('lack' in found) return [element('p', { class: 'card failed', 'data-lack': found.lack }, text('console-look', `lack.${found.lack}`))]
  return lookParts(found.look)
}

/** What a proposal says, and the text to compare with the wallet's. */
function lookParts(look: Look): HTMLElement[] {
  const shown = element('pre', { class: 'code', 'data-wallet': '', translate: 'no' })
  const wallet = element('input', { type: 'text', spellcheck: 'false', autocomplete: 'off', class: 'code', name: 'wallet', placeholder: '0x…' })
  wallet.value = given.wallet
  const fill = () => {
    const address = given.wallet.trim()
    shown.textContent = walletText(look, /^0x[0-9a-f]{40}$/i.test(address) ? checksummed(address) : text('console-look', 'yours'))
  }
  wallet.addEventListener('input', () => {
    given.wallet = wallet.value
    fill()
  })
  fill()
  return [
    element('p', { class: 'card result', 'data-sentence': '' }, sentenceOf(currentLanguage(), look)),
    element(
      'div',
      { class: 'card stack' },
      element('b', {}, text('console-look', 'shows')),
      shown,
      element('p', { class: 'muted' }, text('console-look', 'compare')),
      labelled(text('console-look', 'wallet'), wallet),
    ),
    element(
      'details',
      { class: 'card' },
      element('summary', {}, text('console-look', 'payload')),
      element('p', { class: 'code', translate: 'no' }, look.payload),
      element('p', { class: 'muted' }, text('console-look', 'hash')),
      element('p', { class: 'code', translate: 'no', 'data-hash': '' }, payloadHash(look.payload)),
    ),
  ]
}
