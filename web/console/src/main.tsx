import './app/early'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { currentLanguage, loadTexts } from '@kit/i18n/text'
import { startSession } from '@console/entry/session'
import { App } from './app/App'
import './console.css'

/** So long a font is waited for. */
const fontWithinMs = 1_000

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
// A refusal is told in words: they come first. Cyrillic is a font file of its own, which comes beside them.
const font = currentLanguage() === 'ru' ? document.fonts.load('1em "Golos Text"', 'Я').catch(() => undefined) : undefined
await loadTexts(['common', 'console'])
await startSession()
await Promise.race([font, new Promise((resolve) => setTimeout(resolve, fontWithinMs))])
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
