import { Connection } from './Connection'
import { Toasts } from './Toasts'

/** What is said above every screen, whoever is there. */
export function AboveScreens() {
  return (
    <>
      <Connection />
      <Toasts />
    </>
  )
}
