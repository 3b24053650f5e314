import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Me } from '../contract/contract'
import { followMe } from './session'

const everyMs = 60_000

/** Who is signed in, with the roles of everybody that wait, asked for anew so often: the session follows, and with it menu and buttons. */
export function useOwn(): UseQueryResult<Me> {
  return useQuery({ queryKey: ['me'], queryFn: followMe, refetchInterval: everyMs })
}
