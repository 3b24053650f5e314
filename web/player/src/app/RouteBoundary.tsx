import { Component, type ReactNode } from 'react'
import { RouteFault } from './RouteFault'

interface RouteBoundaryProps {
  /** Another route begins without the fault of the last one. */
  resetKey: string
  children: ReactNode
}

interface RouteBoundaryState {
  hasFailed: boolean
  resetKey: string
}

/** Catches a screen that fails to render, and one whose code does not load. */
export class RouteBoundary extends Component<RouteBoundaryProps, RouteBoundaryState> {
  override state: RouteBoundaryState = { hasFailed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<RouteBoundaryState> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps(props: RouteBoundaryProps, state: RouteBoundaryState): Partial<RouteBoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { hasFailed: false, resetKey: props.resetKey }
  }

  override componentDidCatch(fault: unknown): void {
    console.error('a route failed to render', fault)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <RouteFault /> : this.props.children
  }
}
