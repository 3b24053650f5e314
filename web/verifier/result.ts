import { winOf } from '@kit/game/prizes'
import type { RoundDocument } from '@kit/game/document'
import { outcomeOf, verifyRound, type Check, type Witness } from '@kit/game/verify'
import { commitmentFor } from '@kit/game/verifyAnchors'
import { element } from './element'
import { multiple, points, text } from './text'

const marks = { ok: '✔', failed: '✘', unread: '?', open: '–' } as const

/** What comes of verifying a round: in a sentence, in figures, and step by step. */
export function resultOf(round: RoundDocument, witness: Witness): HTMLElement[] {
  const checks = verifyRound(round, witness)
  return [sentenceOf(round, checks), figuresOf(round), boxesOf(round), stepsOf(round, checks, witness)]
}

function sentenceOf({ period }: RoundDocument, checks: readonly Check[]): HTMLElement {
  const outcome = outcomeOf(checks)
  const failed = checks.find(({ verdict }) => verdict === 'failed')
  const said = failed
    ? text('game-verify', 'result.failed', { step: text('game-verify', `step.${failed.step}`) })
    : text('game-verify', outcome === 'ok' ? 'result.ok' : 'result.partly')
  const sentence = element('p', { class: `card result ${outcome}`, 'data-result': failed?.step ?? outcome }, `${marks[outcome]} ${said}`)
  if (outcome === 'unread') sentence.append(element('span', { class: 'muted' }, text('game-verify', 'result.unread')))
  if (failed) sentence.append(element('span', { class: 'muted' }, text('game-verify', 'next', { period })))
  return sentence
}

function figuresOf(round: RoundDocument): HTMLElement {
  const { entries, board, mine } = round
  const isKnown = round.state === 'drawn' || round.state === 'refunded'
  const facts: [string, string][] = [
    [text('game-verify', 'fact.period'), round.period],
    [text('game-verify', 'fact.state'), isKnown ? text('game-verify', `state.${round.state as 'drawn' | 'refunded'}`) : text('game-verify', 'state.other')],
    [text('game-verify', 'fact.entries'), String(entries.length)],
    [text('game-verify', 'fact.stakes'), points(entries.reduce((sum, { amount }) => sum + amount, 0))],
    [text('game-verify', 'fact.prizes'), points(entries.reduce((sum, entry) => sum + winOf(board, entry), 0))],
  ]
  if (mine) facts.push([text('game-verify', 'fact.mine'), text('game-verify', 'mine', { box: mine.box, amount: points(mine.amount), win: points(mine.win) })])
  return element('dl', { class: 'card' }, ...facts.map(([name, figure]) => element('div', {}, element('dt', {}, name), element('dd', {}, figure))))
}

function boxesOf({ board, mine }: RoundDocument): HTMLElement {
  const boxes = board.map((tenths, index) => {
    const prize = tenths > 0 ? multiple(tenths) : text('game-verify', 'empty')
    const kind = `${tenths > 0 ? 'prize' : 'empty'}${mine?.box === index + 1 ? ' mine' : ''}`
    return element(
      'li',
      { class: kind, 'aria-label': text('game-verify', 'box', { box: index + 1, prize }) },
      element('span', { class: 'muted' }, String(index + 1)),
      element('b', {}, prize),
    )
  })
  return element('ol', { class: 'boxes', 'aria-label': text('game-verify', 'boxes') }, ...boxes)
}

function stepsOf(round: RoundDocument, checks: readonly Check[], witness: Witness): HTMLElement {
  const areKeysKnown = witness.receiptKeys !== undefined
  const sender = witness.anchorAddress === undefined ? 'unknown' : witness.search ? 'read' : 'compared'
  const rows = checks.map(({ step, verdict }) => {
    const row = element(
      'li',
      { class: verdict, 'data-step': step },
      element('span', { class: 'mark', 'aria-label': text('game-verify', `verdict.${verdict}`), role: 'img' }, marks[verdict]),
      element('div', {}, element('b', {}, text('game-verify', `step.${step}`)), element('p', { class: 'muted' }, text('game-verify', `about.${step}`))),
    )
    if (step === 'root')
      row.lastElementChild?.append(
        element('p', { class: 'muted', 'data-signer': String(areKeysKnown) }, text('game-verify', areKeysKnown ? 'signer.compared' : 'signer.unknown')),
        element('p', { class: 'code' }, round.receiptKey),
      )
    if (step === 'anchor') row.lastElementChild?.append(element('p', { class: 'muted', 'data-sender': sender }, text('game-verify', `sender.${sender}`)))
    if (step === 'anchor' && round.anchor)
      row.lastElementChild?.append(
        element('p', { class: 'code' }, round.anchor.address),
        element('p', { class: 'code' }, round.anchor.txHash),
        element('p', { class: 'code' }, commitmentFor(round)),
      )
    return row
  })
  return element('ol', { class: 'card steps' }, ...rows)
}
