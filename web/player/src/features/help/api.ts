import { useAnswer } from '@core/queries/useAnswer'

/** The facts of the deployment: its contact and version are shown here. */
export const useFacts = () => useAnswer('/api/open/app', {})
