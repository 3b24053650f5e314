import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Role } from './operators.ts'
import { TestWallet } from './testWallet.ts'
import { end, launch, run, type World } from './world.ts'

/** A server as operators install it, with an empty database, on the chain of a demo world. */
export interface Installation extends Pick<World, 'url' | 'operatorUrl' | 'rpcUrl' | 'faucet'> {
  /** Whose transfers to the treasury are the operator's own capital. */
  funder: TestWallet
  /** Puts somebody on the list of operators by the command, and gives their wallet. */
  hire(role: Role, wallet: TestWallet): Promise<void>
  /** Stops the server and runs `etld check`; throws with what it found. */
  stop(): Promise<void>
}

interface Contracts {
  tokens: Record<string, string>
  aggregator: string
  pair: string
}

/** The name of the site, which everybody signs for: an app under another one asks for no signature. */
export const host = 'example.test'

/** Starts the server with what a first installation is given: keys, the treasury with its signature, tokens and feeds. */
export async function install(world: World): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'etld-installation-'))
  const at = lowerCased(JSON.parse(readFileSync(join(world.data, 'demo.json'), 'utf8'))) as Contracts
  const treasury = privateKeyToAccount(generatePrivateKey())
  const signature = await treasury.signMessage({ message: `Deposits to ${host} on BEP-20 (chain 56) go to ${treasury.address}.` })
  const funder = new TestWallet(world)
  const keys = join(folder, 'keys.toml')
  writeFileSync(keys, `operator-key = "${'0a'.repeat(32)}"\npersonal-key = "${'0b'.repeat(32)}"\n`, { mode: 0o600 })
  const database = ['--data-dir', folder, '--database', `sqlite:${join(folder, 'etld.db')}`]
  // prettier-ignore
  const settings = [
    ...database, '--host', host, '--rpc-urls', world.rpcUrl, '--single-node', '--public-rpc-url', 'https://node.example', '--start-block', '1',
    '--treasury', treasury.address, '--treasury-signature', signature, '--funder-address', funder.account.address,
    '--token-usdt', at.tokens['usdt']!, '--token-etld', at.tokens['etld']!, '--token-eth', at.tokens['eth']!,
    '--eth-aggregator', at.aggregator, '--eth-pair', at.pair, '--config', keys,
  ]
  const log: string[] = []
  const { child, ready } = await launch(['serve', '--listen', '127.0.0.1:0', '--operator-listen', '127.0.0.1:0', '--log-level', 'warn', ...settings], log)
  const { url, operatorUrl } = ready
  const installation = { url, operatorUrl, rpcUrl: world.rpcUrl, faucet: (address: string) => world.faucet(address) }
  return {
    ...installation,
    funder: payingTo(installation, funder),
    hire: async (role, { account: { address } }) => {
      const failed = await run('operator', ['add', ...database, '--address', address, '--name', role, '--role', role])
      if (failed) throw new Error(`a ${role} is not hired: ${failed}`)
    },
    stop: async () => {
      await end(child, 'SIGTERM')
      const found = await run('check', settings)
      rmSync(folder, { recursive: true, force: true })
      if (found) throw new Error(`etld check: ${found}`)
    },
  }
}

/** The same wallet at another platform. */
function payingTo(platform: ConstructorParameters<typeof TestWallet>[0], { account }: TestWallet): TestWallet {
  const wallet = new TestWallet(platform)
  wallet.accounts[0] = account
  return wallet
}

/** Names as they are spelt here, whatever the file says. */
function lowerCased(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.toLowerCase(), lowerCased(one)]))
}
