import { existsSync, statfsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import type { WorldChoice } from './fixtures.ts'

// The headless shell is the same engine without a window around it, at half the work.
const browsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
const executablePath = browsers.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path))
if (!executablePath) throw new Error('Chromium is missing: install the package chromium-headless-shell')

// Worlds and browsers wait for no disk where the memory has room for their files.
const memory = '/dev/shm'
const memoryRoom = 8 * 1024 ** 3
if (existsSync(memory) && statfsSync(memory).bavail * statfsSync(memory).bsize >= memoryRoom) process.env['TMPDIR'] = memory

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The real program in a real browser. README.md of the web says which test belongs where. */
export default defineConfig<object, WorldChoice>({
  testDir: import.meta.dirname,
  outputDir: 'results',
  fullyParallel: true,
  workers: 4,
  retries: 1,
  timeout: 180_000,
  forbidOnly: !!process.env['CI'],
  // As patient as the page's own waiting: a machine that is busy is no fault.
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./report.ts']],
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // A trace of each test takes a fifth of the whole run's work: a red one's second try has it, and every try of `make steady`.
    trace: { mode: process.env['ETLD_TRACE'] === 'all' ? 'retain-on-failure' : 'on-first-retry', sources: false, screenshots: false },
    screenshot: 'only-on-failure',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args },
  },
  projects: [
    // What moves, for people to look at: `npm run films`.
    ...(process.env['ETLD_FILMS'] ? [{ name: 'films', testMatch: '*.film.ts' }] : []),
    // The engine of iPhones, for people to look at: `npm run webkit`.
    ...(process.env['ETLD_WEBKIT'] ? [{ name: 'webkit', testMatch: '*.webkit.ts' }] : []),
    // Longest first, so that no worker is left alone with a story at the end.
    { name: 'stories', testMatch: '*.story.ts' },
    { name: 'looks', testMatch: '*looks.e2e.ts' },
    { name: 'shared', testMatch: '*.e2e.ts', testIgnore: '*looks.e2e.ts' },
    // What is promised in seconds or in shifts is measured while nothing else runs: `npm run e2e` plays it after the rest, whatever became of that.
    // A trace takes a picture of the whole page at each step, which would be measured with it.
    { name: 'quiet', testMatch: '*.quiet.ts', workers: 1, use: { trace: 'off' } },
  ],
})
