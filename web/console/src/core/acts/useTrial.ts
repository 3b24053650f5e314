import { useEffect, useState } from 'react'
import { ApiError } from '@kit/api/faults'
import { call } from '../api/call'
import type { Body, Data } from '../contract/contract'

type Trial = Data<'proposals/try'>

/** So long nothing was typed until what is whole is tried by itself. */
const stillMs = 600

interface Answered {
  proposal: string
  trial: Trial | null
  /** Why it is refused; null where it is not. */
  refusal: unknown
}

/**
 * What a proposal, its kind and payload in JSON, would do if it were approved now, or why it is refused. Once it is whole it is tried without
 * a press, so that whoever moves money sees what stays free, and anew when asked; null while it is not known.
 */
export function useTrial(proposal: string, isWhole: boolean, reason: string) {
  const [last, setLast] = useState<Answered | null>(null)
  // A trial that comes later takes back nothing that a press was refused with.
  const [refused, setRefused] = useState<Pick<Answered, 'proposal' | 'refusal'> | null>(null)

  useEffect(() => {
    if (!isWhole) return
    let isOver = false
    const timer = setTimeout(() => {
      tried(proposal, reason).then(
        (trial) => isOver || setLast({ proposal, trial, refusal: null }),
        // A line that is down is said to who asks.
        (fault: unknown) => isOver || !(fault instanceof ApiError) || setLast({ proposal, trial: null, refusal: fault }),
      )
    }, stillMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [proposal, isWhole, reason])

  const now = last?.proposal === proposal ? last : null
  return {
    trial: now?.trial ?? null,
    refusal: (refused?.proposal === proposal ? refused.refusal : now?.refusal) ?? null,
    ask: async () => {
      setLast({ proposal, trial: await tried(proposal, reason), refusal: null })
      setRefused(null)
    },
    refuse: (refusal: unknown) => setRefused({ proposal, refusal }),
  }
}

function tried(proposal: string, reason: string): Promise<Trial> {
  return call('proposals/try', { ...JSON.parse(proposal), reason } as Body<'proposals/try'>, { isQuiet: true })
}
