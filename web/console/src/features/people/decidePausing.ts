import { act, type Act } from '@console/acts/act'

/** What can be done about the clock of a machine: one that runs is paused, one that is paused goes on; others have none. */
export function decidePausing({ minerNo, state }: { minerNo: string; state: string }): Act | null {
  if (state === 'paused') return act('machines/resume', { minerNo })
  return state === 'running' || state === 'dug_out' ? act('machines/pause', { minerNo }) : null
}
