import './app/early'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadTexts } from '@kit/i18n/text'
import { startSession } from '@kit/session/session'
import { App } from './app/App'
import '@kit/ui/theme.css'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')

// The first words of the shell come before the first render, so nothing shows a bare key.
await loadTexts(['common', 'shell'])
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
void startSession()
