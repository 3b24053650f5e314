declare module 'virtual:call-roles' {
  /** The roles that may make each call; none means everybody who is signed in. */
  export const roles: Record<string, readonly string[]>
  /** The roles that decide each kind of proposal that people make. */
  export const checkers: Record<string, readonly string[]>
}

declare module 'virtual:call-forms' {
  /** What each call is sent, field by field. */
  export const forms: Record<string, import('../../../callFormsPlugin').DeclaredForm>
  /** The calls that the log is told of. */
  export const audited: readonly import('../../../callFormsPlugin').AuditedCall[]
}
