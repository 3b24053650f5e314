import { Connection } from '../connection/Connection'
import { Toasts } from './Toasts'

/** The library in which toasts are said comes in the file of what shows them. */
export { default as toastLibrary } from 'react-hot-toast'

/** What is said above every screen, whoever is there. */
export function AboveScreens() {
  return (
    <>
      <Connection />
      <Toasts />
    </>
  )
}
