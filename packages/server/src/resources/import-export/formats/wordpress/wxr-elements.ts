import { decodeHTMLStrict } from 'entities'

import { Failure } from '../../../../http/failure.ts'

/** An element of an export. */
export interface WxrElement {
  readonly name: string
  /** Only `domain` and `nicename`, of a category. */
  readonly attributes: Readonly<Record<string, string>>
  /** Its text; empty for an element that contains elements. */
  readonly text: string
  readonly children: readonly WxrElement[]
}

/** Damage in an export that the reader tolerates. */
export interface Damage {
  /** Control characters, which XML forbids. */
  controls: number
  /** Bytes of another encoding. */
  bytes: number
  /** Elements that are not closed, or closed twice. */
  elements: number
}

/** Elements that contain others. All other elements contain a text, possibly with unescaped tags. */
const LISTS = new Set([
  'item',
  'wp:author',
  'wp:category',
  'wp:tag',
  'wp:term',
  'wp:termmeta',
  'wp:postmeta',
  'wp:comment',
  'wp:commentmeta',
])
/** Outer elements, around those that are read one by one. */
const FRAMES = new Set(['rss', 'channel'])
/** Matches elements that no text contains: where one begins, the text before it has ended. */
const STRUCTURE = /^(?:rss|channel|item|guid|pubDate|(?:wp|dc|content|excerpt):\w+)$/

const CDATA = '<![CDATA['
const NAME = /[^\s/>]*/y
const ATTRIBUTE = /(domain|nicename)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
// oxlint-disable-next-line no-control-regex -- control characters that XML 1.0 forbids are removed
const CONTROLS = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g
/** Maximum characters of one element of the channel, since it is in memory. */
const MAX_ELEMENT = 64 * 2 ** 20

/** The text ended within an element: the reader needs more of it, or it was cut off. */
class UnfinishedElement extends Error {}

/**
 * Yields the elements of the channel of an export one by one. Some hosts write exports that are not XML, so this reader
 * is more lenient than an XML parser. It ignores declarations: the only entities are those of HTML.
 * @throws Failure `invalid` for a text that ends before its channel
 */
export async function* wxrElements(
  text: AsyncIterable<string>,
  damage: Damage,
): AsyncGenerator<WxrElement> {
  const chunks = text[Symbol.asyncIterator]()
  const reader = new ElementReader()
  let isComplete = false
  for (let isLast = false; !isLast;) {
    isLast = await readMore(chunks, reader, damage)
    for (;;) {
      const element = reader.next()
      if (element === undefined) break
      isComplete = element === 'end'
      if (element !== 'end') yield element
    }
  }
  damage.elements += reader.damages
  if (!isComplete || reader.waiting > 0) {
    const { lastTitle } = reader
    const where = lastTitle === '' ? '' : ` after “${lastTitle.slice(0, 100)}”`
    throw new Failure(
      'invalid',
      `The WordPress export was cut off${where}: its end is missing. Export it again. Nothing was imported.`,
    )
  }
}

/**
 * Adds at least as much text as is unread, so a long element is not searched again with each chunk.
 * @returns whether the text has ended
 */
async function readMore(
  chunks: AsyncIterator<string>,
  reader: ElementReader,
  damage: Damage,
): Promise<boolean> {
  const parts: string[] = []
  let size = 0
  while (size <= reader.waiting) {
    const { done, value } = await chunks.next()
    if (done === true) {
      reader.add(parts)
      return true
    }
    parts.push(repair(value, damage))
    size += value.length
  }
  reader.add(parts)
  return false
}

function repair(chunk: string, damage: Damage): string {
  let next = chunk
  for (let at = next.indexOf('\uFFFD'); at >= 0; at = next.indexOf('\uFFFD', at + 1))
    damage.bytes += 1
  if (next.search(CONTROLS) >= 0)
    next = next.replaceAll(CONTROLS, () => {
      damage.controls += 1
      return ''
    })
  return next
}

class ElementReader {
  damages = 0
  lastTitle = ''
  private text = ''
  private at = 0

  /** Number of unread characters. */
  get waiting(): number {
    return this.text.length - this.at
  }

  add(parts: readonly string[]): void {
    this.text = [this.text.slice(this.at), ...parts].join('')
    this.at = 0
  }

  /** Returns the next element of the channel, or its end; undefined if more text is needed. */
  next(): WxrElement | 'end' | undefined {
    for (;;) {
      const start = this.text.indexOf('<', this.at)
      if (start < 0) {
        this.at = this.text.length
        return undefined
      }
      this.at = start
      const { damages } = this
      try {
        const child = this.readChild(start)
        if (child) return child
      } catch (reason) {
        if (!(reason instanceof UnfinishedElement)) throw reason
        this.at = start
        this.damages = damages
        if (this.waiting > MAX_ELEMENT)
          throw new Failure(
            'too_large',
            `An item of the export after “${this.lastTitle.slice(0, 100)}” is larger than ${MAX_ELEMENT / 2 ** 20} MB. Nothing was imported.`,
          )
        return undefined
      }
    }
  }

  /** Reads the markup at a `<` of the channel. @returns undefined for markup without content */
  private readChild(start: number): WxrElement | 'end' | undefined {
    if (this.skipMarkup(start)) return undefined
    if (this.text.startsWith(CDATA, start)) {
      this.at = this.after(']]>', start)
      return undefined
    }
    if (this.text[start + 1] === '/') {
      const name = this.nameAt(start + 2)
      this.at = this.after('>', start)
      if (FRAMES.has(name)) return 'end'
      this.damages += 1
      return undefined
    }
    const name = this.nameAt(start + 1)
    if (FRAMES.has(name) || name === '') {
      this.at = name === '' ? start + 1 : this.after('>', start)
      return undefined
    }
    const element = this.readElement(name)
    if (name === 'item') this.lastTitle = textIn(element, 'title') || this.lastTitle
    return element
  }

  /** Skips a comment, an instruction or a declaration. */
  private skipMarkup(start: number): boolean {
    const { text } = this
    this.expectMark(start)
    if (text.startsWith('<!--', start)) this.at = this.after('-->', start)
    else if (text.startsWith('<?', start)) this.at = this.after('?>', start)
    else if (/^<!doctype/i.test(text.slice(start, start + 9))) {
      const end = this.after('>', start)
      const hasDeclarations = text.slice(start, end).includes('[')
      this.at = hasDeclarations ? this.after('>', this.find(']', start)) : end
    } else return false
    return true
  }

  private readElement(name: string): WxrElement {
    const start = this.at
    const tagEnd = this.after('>', start)
    const tag = this.text.slice(start + 1 + name.length, tagEnd - 1)
    const attributes = name === 'category' ? attributesOf(tag) : {}
    this.at = tagEnd
    if (tag.endsWith('/')) return { name, attributes, text: '', children: [] }
    if (!LISTS.has(name)) return { name, attributes, text: this.readText(name), children: [] }
    return { name, attributes, text: '', children: this.readChildren(name) }
  }

  private readChildren(parent: string): WxrElement[] {
    const children: WxrElement[] = []
    for (;;) {
      const start = this.find('<', this.at)
      this.at = start
      if (this.skipMarkup(start)) continue
      if (this.text[start + 1] === '/') {
        const name = this.nameAt(start + 2)
        if (name !== parent && (LISTS.has(name) || FRAMES.has(name))) {
          this.damages += 1
          return children
        }
        this.at = this.after('>', start)
        if (name === parent) return children
        this.damages += 1
        continue
      }
      const name = this.nameAt(start + 1)
      if (name === parent || FRAMES.has(name)) {
        this.damages += 1
        return children
      }
      if (name === '' || name.startsWith('!')) this.at = start + 1
      else children.push(this.readElement(name))
    }
  }

  /** Reads the text of an element up to its end tag. */
  private readText(name: string): string {
    let read = ''
    for (;;) {
      const { text } = this
      const start = this.find('<', this.at)
      if (start > this.at) read += decode(text.slice(this.at, start))
      this.at = start
      this.expectMark(start)
      if (text.startsWith(CDATA, start)) {
        const end = this.endOfCdata(start + CDATA.length, name)
        read += text.slice(start + CDATA.length, end)
        this.at = end + 3
        continue
      }
      if (text.startsWith('<!--', start)) {
        this.at = this.after('-->', start)
        continue
      }
      const isEnd = text[start + 1] === '/'
      const tag = this.nameAt(start + (isEnd ? 2 : 1))
      if (isEnd && tag === name) {
        this.at = this.after('>', start)
        return withoutReturns(read)
      }
      if (STRUCTURE.test(tag)) {
        this.damages += 1
        return withoutReturns(read)
      }
      // This is HTML that was not escaped.
      const end = this.after('>', start)
      read += text.slice(start, end)
      this.at = end
    }
  }

  /**
   * Finds the `]]>` that ends a CDATA section. The text may contain others that were not escaped: the section ends
   * before the end tag of its element, or before another section.
   */
  private endOfCdata(from: number, name: string): number {
    const { text } = this
    for (let end = this.find(']]>', from); ; end = this.find(']]>', end + 3)) {
      let after = end + 3
      while (/\s/.test(text[after] ?? '')) after += 1
      if (text.startsWith(`</${name}`, after) || text.startsWith(CDATA, after)) return end
      const close = this.find(`</${name}`, after)
      const other = text.indexOf(']]>', after)
      if (other < 0 || close < other) return end
      this.damages += 1
    }
  }

  private nameAt(at: number): string {
    NAME.lastIndex = at
    const name = NAME.exec(this.text)?.[0] ?? ''
    if (at + name.length >= this.text.length) throw new UnfinishedElement()
    return name
  }

  /** Throws `Unfinished` unless a mark such as `<![CDATA[` would be complete. */
  private expectMark(start: number): void {
    const { text } = this
    if (start + 1 >= text.length) throw new UnfinishedElement()
    if (text[start + 1] === '!' && start + CDATA.length > text.length) throw new UnfinishedElement()
  }

  /** Returns the position of a mark. */
  private find(mark: string, from: number): number {
    const at = this.text.indexOf(mark, from)
    if (at < 0) throw new UnfinishedElement()
    return at
  }

  private after(mark: string, from: number): number {
    return this.find(mark, from) + mark.length
  }
}

function attributesOf(tag: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single] of tag.matchAll(ATTRIBUTE))
    attributes[name] = decode(double ?? single ?? '')
  return attributes
}

const decode = (text: string): string => (text.includes('&') ? decodeHTMLStrict(text) : text)
const withoutReturns = (text: string): string =>
  text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text

/** Returns the text of a child; empty without one. */
export const textIn = ({ children }: WxrElement, name: string): string =>
  children.find((child) => child.name === name)?.text.trim() ?? ''
