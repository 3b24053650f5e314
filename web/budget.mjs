// Checks what the browser must fetch: the first screen's scripts and each lazy chunk, packed as the server sends them.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const kib = 1024
const firstScreenMax = 115 * kib
const lazyChunkMax = 60 * kib
const languages = ['zhtw', 'en', 'ru']
const texts = ['common', 'home']
const consoleMax = 450 * kib
let root = fileURLToPath(new URL('dist/player/', import.meta.url))
let manifest = manifestOf()
const sizes = new Map()

function manifestOf() {
  return JSON.parse(readFileSync(`${root}.vite/manifest.json`, 'utf8'))
}

function sizeOf(file) {
  // What the build did not pack, the server packs by gzip.
  if (!sizes.has(file))
    sizes.set(file, existsSync(`${root}${file}.br`) ? statSync(`${root}${file}.br`).size : gzipSync(readFileSync(root + file), { level: 9 }).length)
  return sizes.get(file)
}

function closure(key, found = new Set()) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`the build has no chunk ${key}`)
  if (!chunk.file.endsWith('.js') || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const next of chunk.imports ?? []) closure(next, found)
  return found
}

function keyOf(ending) {
  const key = Object.keys(manifest).find((candidate) => candidate.endsWith(ending))
  if (!key) throw new Error(`the build has nothing that ends in ${ending}`)
  return key
}

const report = (name, bytes, max) => {
  const isOver = bytes > max
  console.log(`${isOver ? 'OVER' : 'ok  '} ${name}: ${(bytes / kib).toFixed(1)} KiB of ${max / kib}`)
  return isOver
}

let isOver = false
for (const language of languages) {
  const files = new Set([
    ...closure('src/main.tsx'),
    ...closure(keyOf('features/home/HomeScreen.tsx')),
    ...texts.flatMap((name) => [...closure(keyOf(`virtual:catalogue/${language}/${name}`))]),
  ])
  const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0)
  isOver = report(`first screen (${language}), ${files.size} files`, bytes, firstScreenMax) || isOver
}
// The page's first script is one of those that the app's own code imports.
const first = closure('src/main.tsx')
const lazy = new Set(
  Object.values(manifest)
    .map((chunk) => chunk.file)
    .filter((file) => file.endsWith('.js') && !first.has(file)),
)
const largest = [...lazy].sort((left, right) => sizeOf(right) - sizeOf(left)).slice(0, 3)
for (const file of largest) isOver = report(`lazy chunk ${file}`, sizeOf(file), lazyChunkMax) || isOver
isOver = report('verify.html', sizeOf('verify.html'), lazyChunkMax) || isOver

// The console: what its first page loads, and that nothing of it is in the player's app.
if (Object.keys(manifest).some((key) => key.includes('console'))) {
  console.log("OVER the player's app has a part of the console")
  isOver = true
}
root = fileURLToPath(new URL('dist/console/', import.meta.url))
manifest = manifestOf()
sizes.clear()
for (const language of languages) {
  const files = new Set([
    ...closure('index.html'),
    ...(manifest['index.html'].css ?? []),
    ...['common', 'console'].flatMap((name) => [...closure(keyOf(`virtual:catalogue/${language}/${name}`))]),
  ])
  const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0)
  isOver = report(`console's first load (${language}), ${files.size} files`, bytes, consoleMax) || isOver
}
isOver = report("the second look's page", sizeOf('verify.html'), lazyChunkMax) || isOver
process.exit(isOver ? 1 : 0)
