declare module 'virtual:call-roles' {
  /** The roles that may make each call; none means everybody who is signed in. */
  export const roles: Record<string, readonly string[]>
}
