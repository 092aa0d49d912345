/** A tag or a text of an XML file. */
export interface XmlToken {
  readonly kind: 'open' | 'close' | 'text'
  /** The name of a tag, without its prefix. */
  readonly name: string
  /** The tag as written, or the text. */
  readonly source: string
}

/** Longest tag or text, in characters. Files that programs write have none that is longer. */
const MAX_TOKEN_LENGTH = 2 ** 19

const TOKEN =
  /<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<(?!!--|!\[CDATA)(\/?)(?:[\w.-]+:)?([\w.-]*)[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>|([^<]+)(?=<)/y

/**
 * Reads XML as programs write it, and yields the tokens of each chunk as a list. It knows only the predefined entities
 * of XML, so none can expand or refer to a file.
 * @throws Error for a text that is not such XML
 */
export async function* xmlTokens(chunks: AsyncIterable<string>): AsyncGenerator<XmlToken[]> {
  let rest = ''
  for await (const chunk of chunks) {
    const text = rest + chunk
    const tokens: XmlToken[] = []
    TOKEN.lastIndex = 0
    let end = 0
    for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
      end = TOKEN.lastIndex
      const [source, data, slash, name = '', words] = match
      if (words !== undefined) tokens.push({ kind: 'text', name: '', source: withEntities(words) })
      else if (data !== undefined) tokens.push({ kind: 'text', name: '', source: data })
      else if (name !== '') {
        if (slash === '') tokens.push({ kind: 'open', name, source })
        if (slash !== '' || source.endsWith('/>')) tokens.push({ kind: 'close', name, source })
      }
    }
    rest = text.slice(end)
    if (rest.length > MAX_TOKEN_LENGTH) throw new Error('The XML is damaged.')
    yield tokens
  }
  if (rest.trim() !== '') throw new Error('The XML was cut off.')
}

/** Returns a function that reads the value of an attribute from a tag; empty if the tag does not have it. */
export function attribute(name: string): (tag: string) => string {
  const pattern = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  return (tag) => {
    const match = pattern.exec(tag)
    return match ? withEntities(match[1] ?? match[2] ?? '') : ''
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const withEntities = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(
        /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]+));/gi,
        (reference, hex, number, name) => {
          if (name) return NAMED[name] ?? reference
          const code = hex ? Number.parseInt(hex, 16) : Number(number)
          return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD'
        },
      )
    : text
