/** The wallets whose payouts an operator can stop; anchors go on, as players' entries are in rounds that must be shown. */
export function stoppable<W extends { network: string; breaker: string }>(wallets: readonly W[]): W[] {
  return wallets.filter(({ network, breaker }) => breaker === '' && network !== 'anchor')
}
