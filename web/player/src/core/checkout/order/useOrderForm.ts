import { tabStorage } from '@kit/kept/storage'
import { useState } from 'react'
import { compareAmounts } from '@kit/amount/compare'
import type { Decimal } from '@kit/amount/format'
import type { CommandPath } from '../../command/pending'
import { useIsPending } from '../../command/useCommand'
import { useReview } from '../../frame/useReview'
import { useSheetOf } from '../../frame/useSheet'
import { ensureChain } from '../../session/connection'
import { useSession } from '../../session/store'
import type { PayType, Progress, Quoted } from '../contract'
import { decideMethod, decideNext, quantityMax, quoteFor, readQuantity } from './decideOrder'

/** What is sold, as an order of it needs to know it. */
export interface Orderable<Quote> {
  id: string
  quotes: readonly Quote[]
  /** What the user has of the currency. */
  available: Decimal
  /** How many can be ordered for a payment from the wallet. */
  onChainMax: number
}

interface OrderFormFacts<Quote> {
  /** The call by which it is bought. */
  path: CommandPath
  product: Orderable<Quote>
  isOnSale: boolean
  /** The user's open payment, for this or for something else. */
  open: Progress | null
  /** Where it is sent to, and how to choose that; not for what is not sent. */
  address?: { isChosen: boolean; choose: () => void }
}

/** What is chosen of something that is sold, and what comes of it. */
export type OrderForm<Quote extends Quoted> = ReturnType<typeof useOrderForm<Quote>>

/** What is chosen on a page where something is bought, and the one button's next step. */
export function useOrderForm<Quote extends Quoted>({ path, product, isOnSale, open, address }: OrderFormFacts<Quote>) {
  const { id: productId, quotes, available, onChainMax } = product
  const payment = useSheetOf('pay')
  const [isReviewed, setIsReviewed] = useState(false)
  const review = useReview(isReviewed)
  const [wasOpen, setWasOpen] = useState(review.isOpen)
  if (wasOpen !== review.isOpen) {
    setWasOpen(review.isOpen)
    // A way forward leads past what the form asks for: it looks at the form's figures anew.
    if (!review.isOpen) setIsReviewed(false)
  }
  const draftKey = `etld.draft.${useSession((state) => state.userId ?? '')} order ${productId}`
  const [typed, setTyped] = useState(() => tabStorage.getItem(draftKey) ?? '1')
  const [chosen, choose] = useState<PayType | null>(null)
  const [startsNow, setStartsNow] = useState(false)
  const [hasTermsChanged, setHasTermsChanged] = useState(false)
  const onChain = useSession((state) => state.onChain)
  const isAwaited = useIsPending(path)

  const max = quantityMax(quotes)
  const quantity = readQuantity(typed, max)
  const quote = quoteFor(quotes, quantity)
  const payAmount = quote?.payAmount ?? null
  const isReservable = quote === null || quote.quantity <= onChainMax
  const payType = decideMethod(chosen, available, payAmount, isReservable)
  const openPayment = !open ? 'none' : open.item.productId === productId ? 'this' : 'other'
  const next = decideNext({
    isOnSale,
    quantity,
    payAmount,
    payType,
    available,
    onChain,
    isAwaited,
    openPayment,
    lacksAddress: address !== undefined && !address.isChosen,
  })

  function type(text: string) {
    tabStorage.setItem(draftKey, text)
    setTyped(text)
  }

  function act() {
    setHasTermsChanged(false)
    if (next === 'review' || next === 'top_up') {
      setIsReviewed(true)
      // What is reviewed stays, also when the balance changes meanwhile.
      choose(payType)
      review.open()
    } else if (next === 'choose_address') address?.choose()
    else if (next === 'switch_network') void ensureChain()
    else if (open) payment.open(open.intentNo)
  }

  return {
    typed,
    type,
    max,
    quantity,
    quote,
    payType,
    isShort: payType === 'balance' && payAmount !== null && compareAmounts(available, payAmount) < 0,
    isHeld: payType === 'chain' && !isReservable && open === null,
    choose,
    startsNow,
    chooseStart: setStartsNow,
    next,
    act,
    payment,
    hasTermsChanged,
    isConfirming: review.isOpen && isReviewed,
    /** What a confirmation tells of its end. */
    confirmation: {
      onClose: review.close,
      onOrdered: () => tabStorage.removeItem(draftKey),
      onReserved: (intentNo: string) => payment.open(intentNo, { instead: { sheet: null } }),
      onTermsChanged: () => {
        review.close()
        setHasTermsChanged(true)
      },
    },
  }
}
