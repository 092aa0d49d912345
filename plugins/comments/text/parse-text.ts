/** A part of a comment's text. */
export interface Piece {
  readonly kind: 'text' | 'strong' | 'emphasis' | 'code' | 'link' | 'mention'
  readonly text: string
  /** Target of a link; only http or https. */
  readonly href?: string
}

const PATTERN =
  /`(?<code>[^`\n]+)`|\*\*(?<strong>[^*\n]+)\*\*|(?<![*\w])\*(?=\S)(?<emphasis>[^*\n]+)(?<=\S)\*(?!\w)|\[(?<label>[^\]\n]+)\]\((?<href>https?:\/\/[^\s)]+)\)|(?<url>https?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;:!?])/gu

/**
 * Parses the subset of Markdown that comments support: **strong**, *emphasis*, `code` and links. Everything else is
 * text. HTML is not supported: only these pieces are rendered.
 * @param names names of the people mentioned in the comment, each written as `@name`
 */
export function parseText(text: string, names: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(PATTERN)) {
    pieces.push(...mentionsIn(text.slice(end, match.index), names))
    const { code, strong, emphasis, label, href, url } = match.groups ?? {}
    if (code !== undefined) pieces.push({ kind: 'code', text: code })
    else if (strong !== undefined) pieces.push({ kind: 'strong', text: strong })
    else if (emphasis !== undefined) pieces.push({ kind: 'emphasis', text: emphasis })
    else if (href !== undefined) pieces.push({ kind: 'link', text: label ?? href, href })
    else if (url !== undefined) pieces.push({ kind: 'link', text: url, href: url })
    end = match.index + match[0].length
  }
  pieces.push(...mentionsIn(text.slice(end), names))
  return pieces
}

function mentionsIn(text: string, names: readonly string[]): Piece[] {
  if (text === '') return []
  const first = names
    .map((name) => ({ mention: `@${name}`, at: text.indexOf(`@${name}`) }))
    .filter(({ at }) => at !== -1)
    // If two names match at the same position, the longer one wins.
    .toSorted((a, b) => a.at - b.at || b.mention.length - a.mention.length)[0]
  if (!first) return [{ kind: 'text', text }]
  const { mention, at } = first
  return [
    ...(at > 0 ? [{ kind: 'text', text: text.slice(0, at) } as const] : []),
    { kind: 'mention', text: mention },
    ...mentionsIn(text.slice(at + mention.length), names),
  ]
}

/** Returns the name that is being typed after an @ before the cursor. */
export function mentionBefore(
  text: string,
  cursor: number,
): { from: number; words: string } | undefined {
  const match = /(?:^|\s)@(?<words>[\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(
    text.slice(0, cursor),
  )
  const words = match?.groups?.['words']
  return words === undefined ? undefined : { from: cursor - words.length - 1, words }
}

/** Returns the people whom a text mentions. */
export const mentionedIn = <T extends { name: string }>(text: string, people: readonly T[]): T[] =>
  people.filter(({ name }) => text.includes(`@${name}`))
