// Compiles src/*.sol and writes artefacts/<Contract>.json.
//
//   node compile.mjs           writes the artefacts
//   node compile.mjs --check   exits 1 when an artefact differs from its source
//   node compile.mjs --stdout  prints all artefacts as one JSON object
//
// Nothing that changes from machine to machine goes into the bytecode: no
// metadata hash, source names relative to this folder, a pinned EVM version.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const solc = require('solc')

const root = dirname(fileURLToPath(import.meta.url))
const compilerVersion = '0.8.37'

const settings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

function readImport(path) {
  try {
    return { contents: readFileSync(join(root, 'node_modules', path), 'utf8') }
  } catch {
    return { error: `${path} is not installed: run npm ci in this folder` }
  }
}

function compile() {
  if (!solc.version().startsWith(`${compilerVersion}+`)) {
    throw new Error(`this needs solc ${compilerVersion}, installed is ${solc.version()}`)
  }
  const names = readdirSync(join(root, 'src')).filter((name) => name.endsWith('.sol')).sort()
  const sources = Object.fromEntries(
    names.map((name) => [`src/${name}`, { content: readFileSync(join(root, 'src', name), 'utf8') }]),
  )
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const output = JSON.parse(solc.compile(input, { import: readImport }))
  const complaints = output.errors ?? []
  if (complaints.length > 0) {
    throw new Error(complaints.map((complaint) => complaint.formattedMessage).join('\n'))
  }
  return Object.fromEntries(
    names.map((name) => {
      const contract = name.replace(/\.sol$/, '')
      const { abi, evm } = output.contracts[`src/${name}`][contract]
      return [contract, { contract, abi, bytecode: `0x${evm.bytecode.object}` }]
    }),
  )
}

const render = (artefact) => `${JSON.stringify(artefact, null, 1)}\n`
const mode = process.argv[2] ?? ''
const artefacts = compile()

if (mode === '--stdout') {
  process.stdout.write(JSON.stringify(artefacts))
} else if (mode === '--check') {
  const stale = Object.entries(artefacts).filter(
    ([contract, artefact]) => readFileSync(join(root, 'artefacts', `${contract}.json`), 'utf8') !== render(artefact),
  )
  for (const [contract] of stale) console.error(`artefacts/${contract}.json is not what src/${contract}.sol compiles to`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else if (mode === '') {
  for (const [contract, artefact] of Object.entries(artefacts)) {
    writeFileSync(join(root, 'artefacts', `${contract}.json`), render(artefact))
  }
} else {
  console.error(`unknown option ${mode}`)
  process.exitCode = 2
}
