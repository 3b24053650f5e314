/** The host that a link to another page leads to, as browsers see it; null where it is no https link, or names a person before the host. */
export function hostOf(href: string): string | null {
  if (!/^https:\/\/[^\s\\/?#@]+([/?#]\S*)?$/.test(href) || !URL.canParse(href)) return null
  return new URL(href).host
}
