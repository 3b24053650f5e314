import { useEffect, useState } from 'react'
import { call } from '../api/call'
import type { Body, Data } from '../contract/contract'

type Trial = Data<'proposals/try'>

/** So long nothing was typed until what is whole is tried by itself. */
const stillMs = 600

/**
 * What a proposal, its kind and payload in JSON, would do if it were approved now. It is tried without a press, so that whoever moves money
 * sees what stays free, and anew when asked; null while it is not known.
 */
export function useTrial(proposal: string | null, reason: string) {
  const [last, setLast] = useState<{ proposal: string; trial: Trial } | null>(null)

  useEffect(() => {
    if (proposal === null) return
    let isOver = false
    const timer = setTimeout(() => {
      // A refusal is said to who asks.
      tried(proposal, reason).then(
        (trial) => isOver || setLast({ proposal, trial }),
        () => undefined,
      )
    }, stillMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [proposal, reason])

  return {
    trial: last !== null && last.proposal === proposal ? last.trial : null,
    ask: async () => {
      if (proposal !== null) setLast({ proposal, trial: await tried(proposal, reason) })
    },
  }
}

function tried(proposal: string, reason: string): Promise<Trial> {
  return call('proposals/try', { ...JSON.parse(proposal), reason } as Body<'proposals/try'>, { isQuiet: true })
}
