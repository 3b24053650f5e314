import { useSession } from '../session/store'

/** What can be looked at in an explorer. */
type Kind = 'tx' | 'address' | 'token'

/** A link into an explorer; null where there is none that may be followed. */
export function explorerLink(explorer: string, kind: Kind, id: string): string | null {
  return explorer.startsWith('https://') && id !== '' ? `${explorer.replace(/\/$/, '')}/${kind}/${id}` : null
}

/** Links into the explorer of the app's own chain. On another network's transfers it says nothing. */
export function useExplorer(network?: string): (kind: Kind, id: string) => string | null {
  const app = useSession((state) => state.app)
  const known = app?.networks.find((one) => one.network === network)
  const isOurs = network === undefined || (known !== undefined && known.chainId === app?.chainId)
  return (kind, id) => (isOurs ? explorerLink(app?.explorer ?? '', kind, id) : null)
}
