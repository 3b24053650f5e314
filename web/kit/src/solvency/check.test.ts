import { readFileSync } from 'node:fs'
import { ed25519 } from '@noble/curves/ed25519'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import { describe, expect, it } from 'vitest'
import { walletOn } from '../game/chaintest'
import { checkProof, signedText, type ProofAnswer, type ProofWitness } from './check'

interface Case {
  name: string
  reason: string
  address: string
  text: string
  proof: unknown
}

const { accounts, cases } = JSON.parse(readFileSync(new URL('../../../../test/vectors/solvency.json', import.meta.url), 'utf8')) as {
  accounts: { atoms: string[] }[]
  cases: Case[]
}
const whole = cases[0]!
const owed = accounts[0]!.atoms.map(BigInt)

const secret = new Uint8Array(32).fill(7)
const key = bytesToHex(ed25519.getPublicKey(secret))
const sender = `0x${'aa'.repeat(20)}`
const txHash = `0x${'0b'.repeat(32)}`

/** A platform that signs whatever it shows: no difference hides behind a signature that is missing. */
function answerOf(proof: unknown, by = secret): ProofAnswer {
  const signature = bytesToHex(ed25519.sign(utf8ToBytes(signedText(proof) ?? ''), by))
  return { proof, txHash, signature, key: bytesToHex(ed25519.getPublicKey(by)) }
}

function chainWith(text: string, { from = sender, final = 9 } = {}) {
  return walletOn([{ number: 7, time: 1_000, sent: [{ hash: txHash, from, text }] }], { final })
}

function witnessOf({ address, text }: Case = whole): ProofWitness {
  return {
    snapshot: '20261130',
    address,
    published: text,
    anchorAddresses: [sender.toUpperCase().replace('0X', '0x')],
    receiptKeys: [key],
    chain: chainWith(text),
  }
}

describe('the answer to a user who asks what is owed', () => {
  it.each(cases)('$name', async (one) => {
    const verdict = await checkProof(answerOf(one.proof), witnessOf(one))
    if (one.reason === '') expect(verdict).toEqual({ kind: 'fits', owed })
    else expect(verdict).toEqual({ kind: 'differs', reason: one.reason })
  })

  it('says of one signed text one thing alone', async () => {
    const moved = cases.find(({ name }) => name.startsWith('a neighbour moved into the nonce'))!
    expect(signedText(moved.proof)).toBe(signedText(whole.proof))
    expect(await checkProof({ ...answerOf(whole.proof), proof: moved.proof }, witnessOf())).toEqual({ kind: 'differs', reason: 'malformed' })
  })

  const differing: [string, string, ProofAnswer, Partial<ProofWitness>][] = [
    ['is signed by another key', 'receipt_key', answerOf(whole.proof, new Uint8Array(32).fill(8)), {}],
    ['is signed for something else', 'signature', { ...answerOf({ ...(whole.proof as object), snapshot: '20261129' }), proof: whole.proof }, {}],
    ['comes with a second text', 'second_text', answerOf(whole.proof), { seen: `${whole.text} ` }],
    ['is of another day', 'snapshot', answerOf(whole.proof), { snapshot: '20261201' }],
    ['is of another wallet', 'somebody', answerOf(whole.proof), { address: sender }],
    ['was anchored by a stranger', 'sender', answerOf(whole.proof), { chain: chainWith(whole.text, { from: `0x${'bb'.repeat(20)}` }) }],
    ['was anchored as another text', 'anchored_text', answerOf(whole.proof), { chain: chainWith(whole.text.replace('|41|', '|42|')) }],
    ['is nothing', 'malformed', { ...answerOf(null) }, {}],
  ]
  it.each(differing)('%s: %s', async (_, reason, answer, known) => {
    expect(await checkProof(answer, { ...witnessOf(), ...known })).toEqual({ kind: 'differs', reason })
  })

  const away = { request: async () => Promise.reject(new Error('away')) }
  const unread: [string, string, Partial<ProofAnswer>, Partial<ProofWitness>][] = [
    ['is not anchored yet', 'no_anchor', { txHash: '' }, {}],
    ['has a sender whom this device does not know', 'no_sender', {}, { anchorAddresses: [] }],
    ['was sent by whom he did not know then', 'no_sender', {}, { isSenderAt: (address, atMs) => address !== sender || atMs !== 1_000_000 }],
    ['meets no wallet', 'chain', {}, { chain: null }],
    ['meets a wallet that reads nothing', 'chain', {}, { chain: away }],
    ['names a transaction that is not there', 'transaction', {}, { chain: walletOn([], { final: 9 }) }],
    ['stands in a block that may be taken back', 'not_final', {}, { chain: chainWith(whole.text, { final: 6 }) }],
  ]
  it.each(unread)('was not looked up where it %s: %s', async (_, what, changed, known) => {
    expect(await checkProof({ ...answerOf(whole.proof), ...changed }, { ...witnessOf(), ...known })).toEqual({ kind: 'unread', what, owed })
  })
})
