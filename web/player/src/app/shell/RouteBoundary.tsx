import { Component, type ReactNode } from 'react'
import { PageSpinner } from './PageSpinner'
import { RouteFault } from './RouteFault'
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
