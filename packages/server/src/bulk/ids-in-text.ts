/** Length of an id. Many ids are stored as one concatenated text, which takes one row and far less memory. */
const ID_LENGTH = 24

/** Returns `count` ids of a text, starting at index `from`. */
export function idsIn(text: string, from = 0, count = Infinity): string[] {
  const end = Math.min(text.length, (from + count) * ID_LENGTH)
  const ids: string[] = []
  for (let at = from * ID_LENGTH; at < end; at += ID_LENGTH)
    ids.push(text.slice(at, at + ID_LENGTH))
  return ids
}
