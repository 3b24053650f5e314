import { Earlier } from './Earlier'
import { FirstIncome } from './FirstIncome'
import { Live } from './Live'
import { MovingMoney } from './MovingMoney'
import { Palette } from './Palette'

/** Above the screen: it comes in one file with what stands beside it. */
export { Earlier }

/** What follows a signed-in person on every screen. */
export function BesideScreens() {
  return (
    <>
      <Live />
      <MovingMoney />
      <FirstIncome />
      <Palette />
    </>
  )
}
