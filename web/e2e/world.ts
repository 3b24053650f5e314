import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '../..')
const readyWithinMs = 90_000

/** A running demo world of its own, on free ports, in a temporary folder. */
export interface World {
  url: string
  operatorUrl: string
  rpcUrl: string
  /** Its folder, with its keys. */
  data: string
  /** Moves the platform's clock and the chain's; due work has finished when it returns. */
  advance(seconds: number): Promise<void>
  faucet(address: string): Promise<void>
  /** Gives somebody who signed in before an available amount: a deposit that is final at once. */
  credit(address: string, amount: string, currency?: string): Promise<void>
  /** What both price feeds of ETH say; frozen ones are not read anew. */
  feed(price: string, isFrozen?: boolean): Promise<void>
  /** Kills the program as a power cut would and starts it again on the same folder. */
  crash(): Promise<void>
  /** What the program wrote of what it did, line by line. */
  readonly log: readonly string[]
  /** Stops the program and runs `etld check` on its database; throws with what it found. */
  stop(): Promise<void>
}

interface Ready {
  url: string
  operatorUrl: string
  rpcUrl: string
}

/** Starts a world at a moment in RFC 3339, or now where that is empty. */
export async function startWorld(startsAt = ''): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'etld-e2e-'))
  const data = join(folder, 'world')
  let child: ChildProcess
  let ready: Ready
  const log: string[] = []
  const launch = async (listen: string, operatorListen: string) => {
    ;({ child, ready } = await launchDemo({ data, listen, operatorListen, startsAt, log }))
  }
  await launch('127.0.0.1:0', '127.0.0.1:0')
  const post = async (path: string) => {
    const answer = await fetch(ready!.operatorUrl + path, { method: 'POST' })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  return {
    get url() {
      return ready.url
    },
    get operatorUrl() {
      return ready.operatorUrl
    },
    get rpcUrl() {
      return ready.rpcUrl
    },
    log,
    data,
    advance: (seconds) => post(`/demo/advance?seconds=${seconds}`),
    feed: (price, isFrozen = false) => post(`/demo/feed?price=${price}&frozen=${isFrozen}`),
    faucet: (address) => post(`/demo/faucet?address=${address}`),
    credit: (address, amount, currency = 'USDT') => post(`/demo/credit?address=${address}&currency=${currency}&amount=${amount}`),
    crash: async () => {
      await end(child, 'SIGKILL')
      // The same addresses, so that a page that is open goes on.
      await launch(new URL(ready.url).host, new URL(ready.operatorUrl).host)
    },
    stop: async () => {
      await end(child, 'SIGTERM')
      const found = await run('check', ['--data-dir', data])
      rmSync(folder, { recursive: true, force: true })
      if (found) throw new Error(`etld check: ${found}`)
    },
  }
}

interface Launch {
  data: string
  listen: string
  operatorListen: string
  startsAt: string
  log: string[]
}

function launchDemo({ data, listen, operatorListen, startsAt, log }: Launch): Promise<Running> {
  // prettier-ignore
  return launch([
    'demo', '--listen', listen, '--operator-listen', operatorListen, '--chain-port', '0', '--data-dir', data,
    '--rate-limits=false', '--log-level', 'info', ...(startsAt ? ['--clock', startsAt] : []),
  ], log)
}

interface Running {
  child: ChildProcess
  ready: Ready
}

/** Runs the program as a server, until it is ready. */
export async function launch(options: string[], log: string[]): Promise<Running> {
  const program = join(root, 'bin/etld')
  if (!existsSync(program)) throw new Error('bin/etld is missing: run make build')
  const child = spawn(program, options, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stderr!.on('data', (chunk: Buffer) => log.push(chunk.toString()))
  const ready = await new Promise<Ready>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`the program was not ready in time: ${log.join('')}`)), readyWithinMs)
    child.once('exit', (code) => fail(new Error(`the program ended with ${code}: ${log.join('')}`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const message = JSON.parse(line) as Ready & { msg: string }
      if (message.msg !== 'ready') return
      clearTimeout(timer)
      done(message)
    })
  })
  return { child, ready }
}

export function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => {
    child.once('exit', () => done())
    child.kill(signal)
  })
}

/** Runs a command of the program; yields its output when it failed. */
export function run(command: string, options: string[]): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(join(root, 'bin/etld'), [command, ...options], { cwd: root })
    const output: string[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()))
    child.once('error', fail)
    child.once('exit', (code) => done(code === 0 ? '' : output.join('') || `exit ${code}`))
  })
}
