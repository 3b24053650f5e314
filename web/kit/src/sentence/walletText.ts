import { keccak_256 } from '@noble/hashes/sha3'
import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import type { Look } from './look'
import { membersOf, textOf } from './members'
import { figureOf, sentenceOf } from './sentence'

/** The hash of a payload's text. */
export function payloadHash(payload: string): string {
  return bytesToHex(sha256(utf8ToBytes(payload)))
}

/** What an operator's wallet has to show of a proposal, up to the time at its end. */
export function walletText(look: Look, operator: string): string {
  const payout = payoutOf(look)
  const what = payout === null ? `Proposal ${look.id}: ${sentenceOf('en', look)} Payload ${payloadHash(look.payload)}.` : payout
  return `Approve a ${payout === null ? 'proposal' : 'payout'} at ${look.host} as operator ${operator}. ${what} Time: `
}

/** A payout in the words of its reviewers' wallets, with the hash that binds all of it; null for proposals of other kinds. */
function payoutOf({ kind, payload }: Look): string | null {
  if (kind !== 'withdrawal_review' && kind !== 'withdrawal_reissue') return null
  const members = membersOf(payload) ?? []
  const of = (name: string) => {
    const raw = members.find((member) => member.name === name)?.raw ?? ''
    return raw.startsWith('"') ? textOf(raw) : raw
  }
  const recipient = checksummed(of('recipient'))
  const bound = ['payout', of('withdrawNo'), of('issue'), of('chainId'), checksummed(of('token')), recipient, of('units'), hashOf(of('statement'))].join('|')
  // The figures are those that the user signed for, as the payout's signer reads and groups them.
  const [, arrival = of('arrival'), currency = of('currency'), network = of('network')] = signed(of('statement'))
  return `Pay ${figureOf('en', arrival)} ${currency} on ${network} to ${recipient}. Withdrawal ${of('withdrawNo')}, issue ${of('issue')}, payout ${hashOf(bound)}.`
}

/** Arrival, currency and network of a user's statement. */
function signed(statement: string): (string | undefined)[] {
  const [, currency, network, arrival] = /Withdraw [0-9.]+ ([A-Z]+) on ([A-Z0-9-]+), fee [0-9.]+, arrival ([0-9.]+), to 0x/.exec(statement) ?? []
  return [statement, arrival, currency, network]
}

function hashOf(text: string): string {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`
}

/** An address in the spelling that carries its own check (EIP-55). */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return `0x${Array.from(digits, (digit, at) => (Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}
