import './app/early'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadTexts } from '@kit/i18n/text'
import { startSession } from '@console/entry/session'
import { App } from './app/App'
import './console.css'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
// A refusal is told in words: they come first.
await loadTexts(['common', 'console'])
await startSession()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
