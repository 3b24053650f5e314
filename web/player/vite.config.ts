import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { catalogs } from '../catalogPlugin.ts'
import { pack } from '../packPlugin.ts'
import { serviceWorker } from '../workerPlugin.ts'

const backend = process.env['ETLD_BACKEND'] ?? 'http://127.0.0.1:8080'

// The package's export map offers only its development build, with warnings nobody sees in production.
const routerForProduction = fileURLToPath(new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url))

/** What every screen needs, by folder, but for what is first used on a later one; and the part of React's that sheets share with it. */
const baseFolders =
  /(kit[\\/]src[\\/](amount|api|art|i18n|time|ui)|player[\\/]src[\\/]core[\\/](session|queries|frame|wallet))[\\/][^\\/]+\.tsx?$|player[\\/]src[\\/]app[\\/](PageSpinner|decideGate|paths|screens|useElapsed|version)\.tsx?$/
const sharedParts = /[\\/]react-dom[\\/](index|cjs[\\/]react-dom\.production)\.js$/
const lateModules =
  /[\\/](Age|Alert|AmountField|AmountShares|Box|ChoiceRow|CopyButton|Countdown|DayHeading|Disclosure|Facts|Gem|LinkButton|ListEnd|NumberedRules|OpenBox|Picture|QrCode|QuoteRing|SearchField|SheetDrawer|StatusChip|SupportLink|TextField|Ticks|Time|Timeline|TradeTabs|TxLine|addToken|byDay|download|encode|parse|persist|renewal|transfer|useDraftAmount|useEndlessList|useExplorer|useFigures|useHeldQuote|useIsMissing|useIsShown|useSearchState|useSettled|useSheet|walletApps)\.tsx?$/

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: {
    alias: {
      '@kit': fileURLToPath(new URL('../kit/src', import.meta.url)),
      '@core': fileURLToPath(new URL('src/core', import.meta.url)),
      ...(command === 'build' ? { 'react-router': routerForProduction } : {}),
    },
  },
  plugins: [catalogs(), react(), tailwindcss(), serviceWorker(), pack()],
  worker: { format: 'es' },
  server: { proxy: { '/api': backend, '/demo': backend, '/pictures': backend } },
  build: {
    outDir: fileURLToPath(new URL('../dist/player', import.meta.url)),
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4', 'firefox114'],
    // Nothing as a data: address: the content security policy allows only files of our own.
    assetsInlineLimit: 0,
    manifest: true,
    // Browsers that do not preload modules load them as well, a moment later; the stand-in costs every first screen.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every screen needs is one file: a dozen small ones compress worse and cost a request each.
          groups: [{ name: 'base', test: (id) => sharedParts.test(id) || (baseFolders.test(id) && !lateModules.test(id)) }],
        },
      },
    },
    sourcemap: false,
  },
}))
