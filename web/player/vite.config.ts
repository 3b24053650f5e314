import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { catalogs } from '../catalogPlugin.ts'
import { pack } from '../packPlugin.ts'
import { preloadMain } from '../preloadPlugin.ts'
import { serviceWorker } from '../workerPlugin.ts'
import { aliasPaths } from '../workspaces.ts'

const backend = process.env['ETLD_BACKEND'] ?? 'http://127.0.0.1:8080'

// The package's export map offers only its development build, with warnings nobody sees in production.
const routerForProduction = fileURLToPath(new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url))

/** What every screen needs, by folder, but for what is first used on a later one; and the part of React's that sheets share with it. */
const baseFolders =
  /wallet[\\/]demo[\\/]requests\.ts$|(kit[\\/]src[\\/](amount|api|art|i18n|time|ui|wallet)|player[\\/]src[\\/]core[\\/](session|queries|frame|wallet))[\\/][^\\/]+\.tsx?$|player[\\/]src[\\/]app[\\/]\w+[\\/](Bar|PageSpinner|decideGate|screens|useElapsed|version)\.tsx?$/
const sharedParts = /[\\/]react-dom[\\/](index|cjs[\\/]react-dom\.production)\.js$/
const lateModules =
  /[\\/](Age|Alert|AmountField|AmountShares|Answer|AskFirst|BarChart|Box|ById|ChoiceRow|Columns|Copied|Countdown|CountdownTo|Cover|DayHeading|Detail|Disclosure|Facts|Gem|HeadAct|LateDisclosure|LinkButton|ListAnswer|ListEnd|Missing|NumberedRules|OpenBox|OwnWords|Picture|QrCode|QuoteRing|Ring|Rows|Screen|SearchField|SheetDrawer|StatusChip|StepButton|SupportLink|Switch|TextField|Ticks|Time|Timeline|TradeTabs|TxLine|Unreachable|VerdictMark|addToken|byDay|download|encode|focusOn|hostOf|parse|persist|pushDevice|transfer|useDraftAmount|useEndlessList|useExplorer|useFigures|useGoBack|useIsMissing|useIsShown|useIsWide|usePrinted|useReview|useSettled|useTxOutcome|walletApps)\.tsx?$/

/** What runs before anything else is there. */
const startModules =
  /kit[\\/]src[\\/](api[\\/]request|i18n[\\/](catalogueFiles|language))\.ts$|core[\\/]session[\\/](ahead|kept)\.ts$|(frame[\\/]places|shell[\\/]routes)\.ts$|player[\\/]src[\\/]start\.ts$|features[\\/]\w+[\\/]routes\.ts$|vite[\\/]preload-helper|virtual:catalogues|rolldown[\\/]runtime/
/** What inner screens share, but for what only some of them are about: paying, the game, a quote, a QR code, the places of the palette. */
const partFolders =
  /kit[\\/]src[\\/](?!game|solvency|dividend|ui[\\/](AskFirst|BarChart|DayHeading|LateDisclosure|NumberedRules|QrCode|QuoteRing|Ring|SearchField|StepButton|Switch|TextField|Timeline)|art[\\/]Gem)\w+[\\/]|core[\\/]checkout[\\/]contract\.ts$|player[\\/]src[\\/](app[\\/](?!palette[\\/]decidePalette)|core[\\/](?!anchors|checkout|deposit|picture|quote|rounds|session[\\/]pushDevice|wallet)\w+[\\/](?!Cover|useDraftAmount))/

function featureOf(id: string): string | null {
  return /features[\\/](\w+)[\\/]/.exec(id)?.[1] ?? null
}

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { alias: { ...aliasPaths(), ...(command === 'build' ? { 'react-router': routerForProduction } : {}) } },
  plugins: [catalogs(), react(), tailwindcss(), preloadMain(), serviceWorker(), pack()],
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
      // What takes long in a build is looked at by hand, and no newcomer's question.
      checks: { bundlerTimings: false },
      output: {
        // Every name stands in what is loaded at the start; seven letters tell one version of a file from another.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // Each of these is one file: a dozen small ones compress worse and cost a request each.
          groups: [
            { name: 'start', test: startModules, priority: 9 },
            { name: 'base', test: (id) => sharedParts.test(id) || (baseFolders.test(id) && !lateModules.test(id)), priority: 7 },
            // Only screens with two columns, and those that print, bring what these need.
            { name: 'columns', test: /frame[\\/](Columns|Detail|useIsWide)\.tsx?$|ui[\\/]usePrinted\.ts$/, priority: 6.5 },
            { name: 'timeline', test: /ui[\\/]Timeline/, priority: 5.5 },
            { name: 'quote', test: /core[\\/](quote[\\/]|frame[\\/]useDraftAmount)|ui[\\/]QuoteRing/, minShareCount: 2, priority: 5.5 },
            { name: 'parts', test: partFolders, minShareCount: 2, priority: 6 },
            { name: 'proof', test: /kit[\\/]src[\\/](game|solvency|dividend)[\\/]|core[\\/](anchors|rounds)[\\/]|@noble[\\/]/, minShareCount: 2, priority: 5 },
            { name: 'checkout', test: /[\\/]core[\\/](checkout|deposit)[\\/]|ui[\\/](AskFirst|LateDisclosure)/, minShareCount: 2, priority: 3 },
            { name: (id) => featureOf(id), minShareCount: 2, priority: 2 },
          ],
        },
      },
    },
    sourcemap: false,
  },
}))
