/** The pictures a person can choose from, as the server names them. */
export const images = ['azurite', 'malachite', 'topaz', 'amethyst', 'drill', 'lantern', 'scale', 'compass'] as const
export type ImageName = (typeof images)[number]

/** Reads a picture's name; an unknown one shows as the first. */
export function imageOf(named: string): ImageName {
  return images.find((image) => image === named) ?? images[0]
}

export const nickNameMax = 24

type NickNameProblem = 'empty' | 'too_long'

/** What is wrong with a nickname; null when nothing is. Characters are counted as people do, not as bytes. */
export function decideNickName(typed: string): NickNameProblem | null {
  const length = Array.from(typed.trim()).length
  if (length === 0) return 'empty'
  return length > nickNameMax ? 'too_long' : null
}

/** What a profile change sends: only what was touched and differs; null when nothing does. What was not touched may be newer at the server than here. */
export function decideProfileChange(
  current: { nickName: string; image: string },
  touched: { nickName: string | null; image: ImageName | null },
): { nickName?: string; image?: ImageName } | null {
  const nickName = touched.nickName?.trim() ?? current.nickName
  const change: { nickName?: string; image?: ImageName } = {}
  if (nickName !== current.nickName) change.nickName = nickName
  if (touched.image !== null && touched.image !== current.image) change.image = touched.image
  return Object.keys(change).length > 0 ? change : null
}

/** What a client called itself, in the words people know it by. */
interface Device {
  browser: string | null
  system: string | null
}

// The order matters: most browsers also name the ones they descend from.
const browsers: readonly [RegExp, string][] = [
  [/MetaMaskMobile/i, 'MetaMask'],
  [/TrustWallet|Trust\//i, 'Trust Wallet'],
  [/TokenPocket/i, 'TokenPocket'],
  [/OKApp|OKEx/i, 'OKX'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/YaBrowser\//, 'Yandex Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Reads a user agent. */
export function decideDevice(agent: string): Device {
  const named = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(agent))?.[1] ?? null
  return { browser: named(browsers), system: named(systems) }
}
