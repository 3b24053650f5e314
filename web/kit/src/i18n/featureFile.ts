/** The file that the catalogues of one feature travel in, each of them named after it: `game`, `game-verify`. */
export const featureFile = (namespace: string): string => namespace.replace(/-.*/, '')
