/** Makes an element. What stands in it is text or elements, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...inside: (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...inside)
  return made
}

/** A field under its name. */
export function labelled(name: string, field: HTMLElement): HTMLElement {
  return element('label', {}, element('span', {}, name), field)
}
