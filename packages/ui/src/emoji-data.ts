/** An emoji with its name. */
export interface Emoji {
  emoji: string
  name: string
}

/** The emojis of a category, in Unicode’s order. */
export interface EmojiGroup {
  id: string
  title: string
  emojis: Emoji[]
}

let loading: Promise<EmojiGroup[]> | undefined

/** Loads all emoji in Unicode's groups. The 420 kB of data are fetched on the first call. */
export function loadEmojiGroups(): Promise<EmojiGroup[]> {
  loading ??= import('unicode-emoji-json/data-by-group.json').then(
    ({ default: groups }) =>
      groups.map(({ slug, name, emojis }) => ({ id: slug, title: name, emojis })),
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/**
 * Returns the emoji whose names contain, for each typed word, a word that starts with it. Names that start with the
 * whole text come first.
 */
export function searchEmoji(groups: EmojiGroup[], text: string): Emoji[] {
  const typed = text.trim().normalize().toLowerCase()
  const words = typed.split(/\s+/)
  const emoji = groups
    .flatMap((group) => group.emojis)
    .filter(({ name }) => {
      const parts = name.toLowerCase().split(/[\s-]+/)
      return words.every((word) => parts.some((part) => part.startsWith(word)))
    })
  return emoji.toSorted(
    (a, b) =>
      Number(b.name.toLowerCase().startsWith(typed)) -
      Number(a.name.toLowerCase().startsWith(typed)),
  )
}
