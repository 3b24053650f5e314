/** A piece of a line; what is compared first has weight. */
interface Piece {
  /** Where it begins in the whole text. */
  at: number
  said: string
  isWeighty: boolean
}

/** What every approval is: by whom and where, which proposal, what is approved, what binds it, and the time. */
const approval =
  /^(Approve a \w+ at \S+ as operator 0x[0-9a-fA-F]{40}\. )(Proposal \S+: )?(.+)(Payload [0-9a-f]{64}\. |Withdrawal \S+, issue \d+, payout 0x[0-9a-f]{64}\. )(Time: )$/s

/** Sums with their currency, addresses and people. */
const weighty = /(\b\d[\d.,]* (?:[A-Z]{2,5}|units)\b|\b0x[0-9a-fA-F]{40}\b|\b[0-9A-Z]{20,}\b)/

/** What a wallet has to show in lines that are compared one by one, with not a letter more or less; a text of another form is one line. */
export function decideWalletLines(phrase: string): Piece[][] {
  const [, head = phrase, proposal = '', what = '', binding = '', time = ''] = approval.exec(phrase) ?? []
  let at = 0
  return [[head], [proposal], piecesOf(what), [binding], [time]]
    .map((line) =>
      line.map((said, index) => {
        const piece = { at, said, isWeighty: index % 2 === 1 }
        at += said.length
        return piece
      }),
    )
    .filter((line) => line.some(({ said }) => said !== ''))
}

/** Every second piece has weight. Nothing within quotation marks has: that is what somebody typed. */
function piecesOf(what: string): string[] {
  const typedAt = what.indexOf('“')
  const own = typedAt < 0 ? what : what.slice(0, typedAt)
  const pieces = own.split(weighty)
  return [...pieces.slice(0, -1), `${pieces.at(-1) ?? ''}${what.slice(own.length)}`]
}
