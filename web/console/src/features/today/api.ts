import { useAnswer } from '@console/api/useAnswer'

export const useToday = () => useAnswer('boards/today', {}, { everyMs: 20_000 })

/** The steps to the first sale, read once: the board shows the last of them, the backup. */
export const useChecklist = () => useAnswer('boards/checklist', {})
