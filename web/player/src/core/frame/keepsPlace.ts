/** The state of a history entry that opened beside what is shown, which stays where it is scrolled. */
export const keepsPlace = 'beside'
