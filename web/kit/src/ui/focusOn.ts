/** As a `ref`: what comes in the place of what had the focus takes it, so that a keyboard goes on there and a screen reader reads it. */
export function focusOn(element: HTMLElement | null): void {
  element?.focus()
}
