import { useText } from '@kit/i18n/text'
import { Button } from '@kit/ui/Button'
import { Component, type ReactNode } from 'react'
import { PageSpinner } from './PageSpinner'
import { isPartMissing, reloadIfOutdated } from '../connection/version'

interface RouteBoundaryProps {
  /** Another route begins without the fault of the last one. */
  resetKey: string
  children: ReactNode
}

/** `asking`: the code did not load, and whether that is because there is a newer version is being asked. */
type Fault = 'none' | 'asking' | 'failed'

interface RouteBoundaryState {
  fault: Fault
  resetKey: string
}

/** Catches a screen that fails to render, and one whose code does not load. */
export class RouteBoundary extends Component<RouteBoundaryProps, RouteBoundaryState> {
  override state: RouteBoundaryState = { fault: 'none', resetKey: this.props.resetKey }

  static getDerivedStateFromError(fault: unknown): Partial<RouteBoundaryState> {
    return { fault: isPartMissing(fault) ? 'asking' : 'failed' }
  }

  static getDerivedStateFromProps(props: RouteBoundaryProps, state: RouteBoundaryState): Partial<RouteBoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { fault: 'none', resetKey: props.resetKey }
  }

  override componentDidCatch(fault: unknown): void {
    if (isPartMissing(fault)) void this.#askForNewer(fault)
    else console.error('a route failed to render', fault)
  }

  async #askForNewer(fault: unknown): Promise<void> {
    if (await reloadIfOutdated()) return
    console.error('a part of the app did not load', fault)
    this.setState({ fault: 'failed' })
  }

  override render(): ReactNode {
    if (this.state.fault === 'none') return this.props.children
    return this.state.fault === 'asking' ? <PageSpinner /> : <RouteFault />
  }
}

/** A screen that could not be shown, because it failed or because its code did not load. */
function RouteFault() {
  const t = useText('common')
  return (
    <main role="alert" className="mx-auto max-w-[750px] px-5 py-16 text-center">
      <h1 className="text-20 font-semibold" lang="en">
        Unexpected Application Error!
      </h1>
      <p className="mx-auto mt-3 max-w-md text-15 text-muted">{t('shell.fault.text')}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <Button kind="main" onClick={() => location.reload()}>
          {t('shell.fault.retry')}
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            location.hash = '#/'
            location.reload()
          }}
        >
          {t('shell.fault.home')}
        </Button>
      </div>
    </main>
  )
}
