import { Component, type ReactNode } from 'react'
import { isPartMissing, reloadIfOutdated } from '../connection/version'

const againAfterMs = 5_000

/** What stands around the screen: where it fails, such as by code that does not load, it is left out and tried again. The screen stays. */
export class TriedAgain extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  #timer: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(fault: unknown): void {
    console.error('what stands around the screen failed', fault)
    if (isPartMissing(fault)) void reloadIfOutdated()
    this.#timer = setTimeout(() => this.setState({ hasFailed: false }), againAfterMs)
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}
