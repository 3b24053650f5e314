import { useMutation } from '@tanstack/react-query'
import { useAnswer } from '@core/queries/useAnswer'
import { call } from '@core/session/api'
import { answers } from '@core/session/cache'
import type { AddressInput } from './decideAddress'

/** Where things can be sent to, the default first. */
export const useAddresses = () => useAnswer('/api/address/list', {})

/** What can be done with addresses. */
type AddressAct = { kind: 'add'; address: AddressInput } | { kind: 'edit'; id: string; address: AddressInput } | { kind: 'delete' | 'setDefault'; id: string }

/** Does one of them; the list is read anew before it ends. A refusal is shown where it was asked for. */
export function useAddressAct(onDone: (id: string) => void) {
  return useMutation({
    mutationFn: async (act: AddressAct): Promise<string> => {
      const id = await send(act)
      await renew()
      return id
    },
    onSuccess: onDone,
    // Without an answer it may be done all the same.
    onError: () => void renew(),
  })
}

const renew = () => answers.invalidateQueries({ queryKey: ['/api/address/list'] })

async function send(act: AddressAct): Promise<string> {
  const quiet = { hideToast: true }
  if (act.kind === 'add') return (await call('/api/address/add', act.address, quiet)).id
  if (act.kind === 'edit') await call('/api/address/edit', { id: act.id, ...act.address }, quiet)
  else await call(act.kind === 'delete' ? '/api/address/delete' : '/api/address/setDefault', { id: act.id }, quiet)
  return act.id
}
