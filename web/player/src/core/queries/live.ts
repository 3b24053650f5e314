import { create } from 'zustand'

/** Whether the server tells this page at once what changes. */
export const useLive = create<{ isLive: boolean }>(() => ({ isLive: false }))
