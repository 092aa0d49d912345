/** A piece of a comment. */
export interface Piece {
  readonly kind: 'text' | 'strong' | 'emphasis' | 'code' | 'link' | 'mention'
  readonly text: string
  /** Where a link leads: http or https alone. */
  readonly href?: string
}

const PATTERN =
  /`(?<code>[^`\n]+)`|\*\*(?<strong>[^*\n]+)\*\*|(?<![*\w])\*(?=\S)(?<emphasis>[^*\n]+)(?<=\S)\*(?!\w)|\[(?<label>[^\]\n]+)\]\((?<href>https?:\/\/[^\s)]+)\)|(?<url>https?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;:!?])/gu

/**
 * Reads the little markdown that comments know: **strong**, *emphasis*, `code` and links; everything else is text. There
 * is no html in it: what is shown is made of these pieces alone.
 * @param names those whom the comment mentions, each written as `@name`
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
    // The longer of two that begin alike.
    .toSorted((a, b) => a.at - b.at || b.mention.length - a.mention.length)[0]
  if (!first) return [{ kind: 'text', text }]
  const { mention, at } = first
  return [
    ...(at > 0 ? [{ kind: 'text', text: text.slice(0, at) } as const] : []),
    { kind: 'mention', text: mention },
    ...mentionsIn(text.slice(at + mention.length), names),
  ]
}

/** The name that is being typed after an @ before the cursor. */
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

/** Those of some people whom a text mentions. */
export const mentionedIn = <T extends { name: string }>(text: string, people: readonly T[]): T[] =>
  people.filter(({ name }) => text.includes(`@${name}`))
