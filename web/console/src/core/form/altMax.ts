/** How long the words of what is to be seen on a picture may be, as the server takes them. */
export const altMax = 160
