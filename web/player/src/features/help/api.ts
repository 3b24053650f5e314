import { useAnswer } from '@core/queries/useAnswer'

/** The facts of the deployment: its contact and version are shown here. */
export function useFacts() {
  return useAnswer('/api/open/app', {})
}
