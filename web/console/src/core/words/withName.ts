/** A user and the masked wallet; both empty for nobody. */
export interface Who {
  userId: string
  userName: string
}

/** A text about a user, who stands in it by the masked wallet; not for what is signed, which has the id. */
export function withName(text: string, { userId, userName }: Who): string {
  return userName === '' ? text : text.replaceAll(userId, userName)
}
