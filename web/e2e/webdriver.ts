import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import type { Inspected } from './inspect.ts'

/** A page of WebKit, the engine of every browser and wallet of an iPhone. */
export interface WebKitPage extends Inspected {
  goto(url: string): Promise<void>
  /** Runs a function's body in the page. */
  run<Result>(body: string): Promise<Result>
  /** Presses the first button of that name once it is there. */
  press(name: string): Promise<void>
  picture(): Promise<Buffer>
  close(): Promise<void>
}

const patienceMs = 30_000
const pauseMs = 100

/** Opens a phone's page; needs Debian's webkit2gtk-driver and xvfb. */
export async function openWebKit(width: number, height: number): Promise<WebKitPage> {
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1500x1500x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const number = await firstLine(display)
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env: { ...process.env, DISPLAY: `:${number}`, LIBGL_ALWAYS_SOFTWARE: '1' }, stdio: 'ignore' })
  const session = await until('a session of WebKitWebDriver', () => begin(port))
  const call = <Value>(path: string, body?: unknown) => ask<Value>(`http://127.0.0.1:${port}/session/${session}${path}`, body)
  const run = <Result>(script: string) => call<Result>('/execute/sync', { script, args: [] })
  await call('/window/rect', { x: 0, y: 0, width, height })
  let shown = ''
  return {
    goto: async (url) => {
      await call('/url', { url })
      shown = url
    },
    url: () => shown,
    run,
    evaluate: (inPage) => run(`return (${inPage.toString()})()`),
    press: async (name) => {
      await until(`a button ${name}`, () =>
        run<boolean>(`
          const button = [...document.querySelectorAll('button')].find((one) => one.checkVisibility() && one.innerText.trim() === ${JSON.stringify(name)})
          button?.click()
          return !!button`),
      )
    },
    picture: async () => Buffer.from(await call<string>('/screenshot'), 'base64'),
    close: async () => {
      await fetch(`http://127.0.0.1:${port}/session/${session}`, { method: 'DELETE' })
      driver.kill()
      display.kill()
    },
  }
}

/** Begins a session without the window's own bar, which is wider than a phone. */
async function begin(port: number): Promise<string> {
  const options = { 'webkitgtk:browserOptions': { args: ['--automation', '--full-screen'] } }
  const { sessionId } = await ask<{ sessionId: string }>(`http://127.0.0.1:${port}/session`, { capabilities: { alwaysMatch: options } })
  return sessionId
}

async function ask<Value>(url: string, body?: unknown): Promise<Value> {
  const answer = await fetch(url, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })
  const { value } = (await answer.json()) as { value: Value }
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(value)}`)
  return value
}

/** Tries until there is something; says at last what was in the way. */
export async function until<Value>(what: string, attempt: () => Promise<Value>): Promise<Value> {
  let reason: unknown
  for (const began = Date.now(); Date.now() - began < patienceMs; await new Promise((done) => setTimeout(done, pauseMs))) {
    try {
      const value = await attempt()
      if (value) return value
    } catch (error) {
      reason = error
    }
  }
  throw new Error(`${what} did not come`, { cause: reason })
}

function firstLine(program: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    program.once('error', failed)
    program.stdout!.once('data', (text: Buffer) => found(text.toString().trim()))
  })
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => found(port))
    })
  })
}
