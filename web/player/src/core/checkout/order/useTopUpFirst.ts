import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Decimal } from '@kit/amount/format'
import type { Data } from '@kit/api/contract'
import { readKept, storeKept } from '@kit/kept/kept'
import { tabStorage } from '@kit/kept/storage'
import { askOnce, useIsAsking } from '../../deposit/askOnce'
import { sendFromWallet, type SendOutcome } from '../../deposit/sendFromWallet'
import { useTokenBalance } from '../../deposit/tokenBalance'
import { useIsShown } from '../../frame/useIsShown'
import { useAnswer } from '../../queries/useAnswer'
import { useSession } from '../../session/store'
import { useIsMissing } from '../../session/useIsMissing'
import { useTxOutcome } from '../../session/useTxOutcome'
import { decideTopUpFirst, isAwaited, missingOf, type SentTopUp, type TopUpSending } from './decideTopUpFirst'

const arrivingMs = 3_000

interface TopUpFirstOptions {
  /** Whether the balance pays at all. */
  isWanted: boolean
  payAmount: Decimal
  currency: string
  /** The missing sum was sent from here and is there now. */
  onThere: () => void
}

/** Brings what the balance lacks for an order from the connected wallet, and follows it until it is credited. */
export function useTopUpFirst({ isWanted, payAmount, currency, onThere }: TopUpFirstOptions) {
  const app = useSession((state) => state.app)
  const sentKey = `etld.sent.topUp ${useSession(({ userId }) => userId ?? '')} ${currency}`
  // Whoever closes the order, or reloads, before it is credited is not asked to send it again.
  const [sentBefore, setSentBefore] = useState(() => readSent(sentKey))
  const isShown = useIsShown()
  // Only an order that wants this very sum keeps the wallet being asked for it.
  const askedFor = isWanted ? `${sentKey} ${payAmount}` : ''
  const isAsking = useIsAsking(askedFor)
  const send = useMutation({ mutationFn: topUp })
  const { reset, isIdle } = send
  const sending: TopUpSending = send.isPending || isAsking ? 'asking' : (send.data?.kind ?? 'idle')
  // The order was closed while the wallet asked, and opened again: what came of it is followed here.
  const [wasAsking, setWasAsking] = useState(isAsking)
  if (wasAsking !== isAsking) {
    setWasAsking(isAsking)
    if (!isAsking && isIdle) setSentBefore(readSent(sentKey))
  }
  const isArriving = sending === 'sent' || sending === 'unsure'
  const soonerMs = () => (isArriving || sentBefore ? arrivingMs : undefined)
  const balances = useAnswer('/api/userAccount/balance', {}, { enabled: isWanted, staleMs: 0, soonerMs })
  const info = useAnswer('/api/userAccount/topUpInfo', {}, { enabled: isWanted, soonerMs })
  const network = info.data?.networks.find(({ chainId }) => chainId === app?.chainId)
  const token = network?.tokens.find((one) => one.currency === currency) ?? null
  const held = useTokenBalance(isWanted ? token : null)
  // A balance kept from before may have grown since: nobody is asked to send by it.
  const missing = isWanted && balances.isFetchedAfterMount ? missingIn(balances.data) : null
  const sentHash = sentBefore?.hash ?? null
  const before = { sent: sentBefore, mined: useTxOutcome(sentHash, isWanted), isMissing: useIsMissing(isWanted ? sentHash : null, sentBefore?.atMs) }
  const isStillAwaited = isAwaited({ currency, info: info.data, ...before }, info.dataUpdatedAt)
  const step = decideTopUpFirst({ missing, sending, held: held.data, isAwaited: isStillAwaited })
  const hash = send.data?.kind === 'sent' ? send.data.hash : null

  function missingIn(answer: Data<'/api/userAccount/balance'> | undefined): Decimal | null {
    return missingOf(payAmount, answer?.list.find((one) => one.currency === currency)?.available, token?.least)
  }

  async function topUp(): Promise<SendOutcome | { kind: 'idle' }> {
    const amount = missingIn((await balances.refetch()).data)
    if (!network || !token || amount === null) return { kind: 'idle' }
    return askOnce(askedFor, async (isWanted) => {
      const outcome = await sendFromWallet({ token, to: network.address, amount }, { isWanted })
      if (outcome.kind === 'sent') storeKept(tabStorage, sentKey, { hash: outcome.hash, atMs: Date.now() })
      return outcome
    })
  }

  // What has come, or never will, is forgotten.
  if (isWanted && sentBefore !== null && !isStillAwaited) setSentBefore(null)
  useEffect(() => {
    if (sentBefore === null) storeKept(tabStorage, sentKey, null)
  }, [sentBefore, sentKey])

  const tell = useEffectEvent(() => onThere())
  // Who has left meanwhile has topped up and bought nothing.
  const isThere = isWanted && isArriving && step === 'buy'
  useEffect(() => {
    if (!isThere) return
    reset()
    if (isShown()) tell()
  }, [isThere, isShown, reset])

  return {
    step,
    sending,
    missing,
    currency,
    held: held.data,
    hash,
    network,
    receipt: info.data?.pending.find(({ txHash }) => txHash.toLowerCase() === hash?.toLowerCase()) ?? null,
    topUp: () => send.mutate(),
  }
}

function readSent(key: string): SentTopUp | null {
  return readKept<SentTopUp>(tabStorage, key, { hash: '', atMs: 0 })
}
