import { useMutation } from '@tanstack/react-query'
import type { Data } from '@kit/api/contract'
import { ApiError } from '@kit/api/faults'
import { answers } from '../session/cache'
import { isUnanswered, type CommandParams, type CommandPath, type Sending } from './pending'
import { useCommand, useIsPending } from './useCommand'

/** The first part of the cache key of every quote: they follow their own clock, and are not read again with the rest. */
export const quoteKey = 'held quote'

/** What a screen does with the answers. */
export interface SendOptions<P extends CommandPath> {
  onDone: (data: Data<P>, params: CommandParams<P>) => void
  /** The server refused; a toast has said why. */
  onRefused?: (fault: ApiError) => void
}

/**
 * Sends the commands of one call from a screen, in the one way there is: what came of it, what was refused, and the
 * same again after a broken line. Each answer, a refusal too, makes the screen's figures be read anew, and so does
 * silence: what was asked for may have been done.
 */
export function useSend<P extends CommandPath>(path: P, { onDone, onRefused }: SendOptions<P>) {
  const command = useCommand()
  const isAwaited = useIsPending(path)
  const mutation = useMutation({
    mutationFn: (params: CommandParams<P>) => command.run(path, params),
    onSuccess: (data, params) => {
      onDone(data, params)
      renew()
    },
    onError: (fault) => {
      if (!isUnanswered(fault) && fault instanceof ApiError) onRefused?.(fault)
      renew()
    },
  })

  // Quotes follow their own clock.
  const renew = () => void answers.invalidateQueries({ predicate: (query) => query.queryKey[0] !== quoteKey })

  const { variables, error } = mutation
  const isOpen = error !== null && isUnanswered(error)
  const own: Sending = mutation.isPending ? 'sending' : isOpen ? 'unanswered' : 'idle'
  return {
    sending: isAwaited ? ('awaited' as const) : own,
    fault: error,
    /** What the server said against it. */
    refusal: error instanceof ApiError ? error : null,
    // A copy: what is pressed after the answer is another command.
    send: (params: CommandParams<P>) => mutation.mutate({ ...params }),
    sendAgain: () => {
      if (variables !== undefined) mutation.mutate(variables)
    },
    /** The person goes on: what was refused is no longer said. What has no answer stays. */
    forgetRefusal: () => {
      if (error !== null && !isOpen) mutation.reset()
    },
  }
}
