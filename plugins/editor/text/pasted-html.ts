import { formatNumber } from '@typecase/ui/format'
import { plural } from '@typecase/ui/count'
import { pastedLists } from './pasted-lists.ts'
import { nameHeaders, pastedTables } from './pasted-tables.ts'
import { rename, unwrap, wrapContent } from './replace-element.ts'

/** A start tag with its attributes; a `>` within quotes does not end it. */
const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi
const STYLE = /\sstyle(?=\s*=)/gi
/** Style sheets of the program that the text was copied from. */
const SHEET = /<style[\s\S]*?<\/style>/gi
/** Comments, which contain parts for other versions of Word. */
const COMMENT = /<!--[\s\S]*?-->|<!\[[^>]*>/g
/** A rule for a cell in an Excel style sheet. */
const CELL_RULE = /\.(xl\w+)\s*\{([^}]*)\}/g

const STYLE_ATTRIBUTE = 'data-pasted-style'

/**
 * Marks that programs such as Google Docs write as styles, with the style that means each. Other `mso-…` properties
 * apply to other scripts.
 */
const marks: readonly [tag: string, says: RegExp][] = [
  ['strong', /(?<![\w-])font-weight:\s*(bold|[6-9]00)/i],
  ['em', /(?<![\w-])font-style:\s*italic/i],
  ['u', /(?<![\w-])text-decoration[^;]*underline/i],
  ['s', /(?<![\w-])text-decoration[^;]*line-through/i],
  ['sup', /(?<![\w-])vertical-align:\s*super/i],
  ['sub', /(?<![\w-])vertical-align:\s*sub(?!\w)/i],
  ['mark', /(?<![\w-])mso-highlight:/i],
]

/** Styles of elements that are not part of the text: hidden ones, and comments of Word. */
const NOT_TEXT = /display:\s*none|mso-hide:\s*all|mso-element:\s*comment/i

const EMBED = 'video, audio, iframe, object, embed'

export interface PastedText {
  readonly html: string
  /** Pictures contained in the text, which must be uploaded. */
  readonly files: readonly File[]
  /** Number of pictures that exist only on the computer of the other program. */
  readonly lost: number
  /**
   * Hosts of pictures that stay where they are. The content security policy does not let a page read them from there.
   */
  readonly foreign: readonly string[]
  /** Number of videos, sounds and pages within the text, which the editor cannot show. */
  readonly embeds: number
}

/**
 * Turns HTML from another program into the plain HTML of a text: styles become marks, Word's numbered paragraphs become
 * lists, and a bold first row becomes header cells. No style remains, because the content security policy refuses
 * styles as soon as the browser reads them.
 */
export function cleanPasted(html: string): PastedText {
  const rules = cellRules(html)
  const unstyled = html
    .replaceAll(SHEET, '')
    .replaceAll(COMMENT, '')
    .replaceAll(TAG, (tag) => tag.replaceAll(STYLE, ` ${STYLE_ATTRIBUTE}`))
  const { body } = new DOMParser().parseFromString(unstyled, 'text/html')
  const styleOf = (element: Element): string =>
    [...element.classList].map((name) => rules.get(name) ?? '').join(';') +
    (element.getAttribute(STYLE_ATTRIBUTE) ?? '')

  const isForeign = body.querySelector('[data-pm-slice]') === null
  if (isForeign) {
    dropWhatIsNoText(body, styleOf)
    dropBlankLines(body)
    nameBlocks(body)
    pastedLists(body, styleOf)
    pastedTables(body, styleOf)
  }
  for (const element of body.querySelectorAll('*')) {
    const style = styleOf(element)
    element.removeAttribute(STYLE_ATTRIBUTE)
    // Google Docs wraps everything into a <b> that is not bold.
    if (element.localName === 'b' && /(?<![\w-])font-weight:\s*(normal|400)/i.test(style))
      unwrap(element)
    else if (style) markAs(element, style)
  }
  // HTML copied from one of our own texts is clean.
  if (!isForeign) return { files: [], lost: 0, foreign: [], embeds: 0, html: body.innerHTML }
  body.querySelectorAll('a u').forEach(unwrap)
  body.querySelectorAll('sup, sub').forEach(writeScript)
  body.querySelectorAll('table').forEach(nameHeaders)
  body.querySelectorAll('a').forEach(cleanLink)
  const embeds = body.querySelectorAll(EMBED)
  embeds.forEach((embed) => embed.remove())
  return { ...takePictures(body), embeds: embeds.length, html: body.innerHTML.trim() }
}

function cellRules(html: string): ReadonlyMap<string, string> {
  const sheets = html.match(SHEET) ?? []
  return new Map(
    sheets.flatMap((sheet) =>
      [...sheet.matchAll(CELL_RULE)].map(([, name = '', rule = '']) => [name, rule] as const),
    ),
  )
}

function markAs(element: Element, style: string): void {
  for (const [tag, says] of marks) {
    // Links are always underlined, so the style means nothing.
    if (!says.test(style) || (tag === 'u' && element.closest('a'))) continue
    // Headings are bold without a mark.
    if (tag === 'strong' && element.closest('h1, h2, h3, h4, h5, h6')) continue
    wrapTexts(element, tag)
  }
}

const BLOCKS = 'p, li, td, th'

/** Marks the text of an element, or that of its paragraphs if it has any. */
function wrapTexts(element: Element, tag: string): void {
  const blocks = element.querySelectorAll(BLOCKS)
  if (blocks.length > 0) {
    for (const block of blocks) if (!block.querySelector(BLOCKS)) wrapTexts(block, tag)
    return
  }
  if (element.textContent?.trim() === '') return
  wrapContent(element, tag)
}

function dropWhatIsNoText(body: Element, styleOf: (element: Element) => string): void {
  for (const element of body.querySelectorAll('*')) {
    const style = styleOf(element)
    if (NOT_TEXT.test(style) || element.matches('.MsoCommentReference, meta, link, title')) {
      element.remove()
    } else if (/mso-(spacerun|tab-count)/i.test(style)) {
      element.replaceWith(' ')
    } else if (element.matches('li[role=checkbox]')) {
      // Google Docs draws the box of a checklist as an image.
      element.querySelector(':scope > img')?.remove()
      checkItem(element, element.getAttribute('aria-checked') === 'true')
    } else if (element.matches('li input[type=checkbox]')) {
      const item = element.closest('li')
      element.remove()
      if (item) checkItem(item, element.hasAttribute('checked'))
    }
  }
}

function checkItem(item: Element, isChecked: boolean): void {
  const text = item.querySelector(':scope > :is(p, span), :scope > div > p') ?? item
  text.prepend(isChecked ? '☑ ' : '☐ ')
}

/** Removes blank lines: the page that shows the text decides the distance between paragraphs. */
function dropBlankLines(body: Element): void {
  for (const mark of body.querySelectorAll('o\\:p')) unwrap(mark)
  for (const line of body.querySelectorAll('p[class^="Mso"]')) {
    if (line.textContent?.trim() === '' && !line.querySelector('img, br')) line.remove()
  }
  for (const line of body.querySelectorAll('br')) {
    const siblings = [line.previousElementSibling, line.nextElementSibling]
    const isBetween = siblings.some((one) => one?.matches('p, h1, h2, h3, h4, h5, h6, ul, ol, div'))
    const hasText = [...(line.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    )
    if (isBetween && !hasText) line.remove()
  }
}

/** Converts paragraphs that are headings or quotations only by class or role, and terms with their definitions. */
function nameBlocks(body: Element): void {
  for (const term of body.querySelectorAll('dt')) wrapContent(rename(term, 'p'), 'strong')
  for (const definition of body.querySelectorAll('dd')) {
    if (definition.querySelector(':scope > :is(p, ul, ol, dl, table, pre, blockquote, div)'))
      unwrap(definition)
    else rename(definition, 'p')
  }
  for (const code of body.querySelectorAll('kbd, samp, tt')) rename(code, 'code')
  for (const block of body.querySelectorAll('p')) {
    const level = Number(block.matches('[role=heading]') && block.getAttribute('aria-level'))
    if (level >= 1 && level <= 6) rename(block, `h${level}`)
    else if (block.matches('.MsoTitle')) rename(block, 'h1')
    else if (block.matches('.MsoQuote, .MsoIntenseQuote')) {
      const quote = document.createElement('blockquote')
      block.replaceWith(quote)
      quote.append(block)
    }
  }
}

/** Characters that have a superscript and a subscript form in Unicode, which needs no markup. */
const PLAIN = '0123456789+-=()'
const scripts: Readonly<Record<string, string>> = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾', sub: '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎' }

function writeScript(element: Element): void {
  const script = scripts[element.localName] ?? ''
  const text = element.textContent ?? ''
  if (/^[-\d+=()]*$/.test(text) && !element.querySelector('a')) {
    element.replaceWith(text.replaceAll(/./g, (sign) => script[PLAIN.indexOf(sign)] ?? sign))
  }
}

/** Replaces a Google redirect with the page that is meant, and removes links to a position in the other document. */
function cleanLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href') ?? ''
  if (/^#_|^file:/i.test(href)) return unwrap(link)
  const target = URL.parse(href)
  const isDetour = target?.hostname === 'www.google.com' && target.pathname === '/url'
  const meant = isDetour ? target.searchParams.get('q') : null
  if (meant) link.setAttribute('href', meant)
}

/** Removes the pictures without a web address. Embedded ones are returned as files; the others are only counted. */
function takePictures(body: Element): Omit<PastedText, 'html' | 'embeds'> {
  const files: File[] = []
  const foreign: string[] = []
  let lost = 0
  for (const picture of body.querySelectorAll('img')) {
    const source = picture.getAttribute('src') ?? ''
    if (/^(https?:|\/)/i.test(source)) {
      const { host } = URL.parse(source, location.href) ?? location
      if (host !== location.host) foreign.push(host)
      continue
    }
    const file = fileOf(source, `picture-${files.length + 1}`)
    if (file) files.push(file)
    else lost += 1
    picture.remove()
  }
  return { files, lost, foreign }
}

function fileOf(source: string, name: string): File | undefined {
  const [, type, data] = /^data:image\/(png|jpeg|gif|webp);base64,(.+)$/is.exec(source) ?? []
  if (!type || !data) return undefined
  try {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))
    return new File([bytes], `${name}.${type}`, { type: `image/${type}` })
  } catch {
    return undefined
  }
}

/** Describes each kind of loss in one sentence: images that could not be pasted or may be removed, and embeds. */
export function describeLosses({
  lost,
  foreign,
  embeds,
}: Pick<PastedText, 'lost' | 'foreign' | 'embeds'>): string | undefined {
  const name = (count: number) => plural(count, 'One image', `${formatNumber(count)} images`)
  const sentences: string[] = []
  if (lost > 0) {
    const it = plural(lost, 'it', 'them')
    sentences.push(`${name(lost)} could not be pasted. Insert ${it} from a file.`)
  }
  if (foreign.length > 0) {
    const stays = plural(foreign.length, 'stays', 'stay')
    const it = plural(foreign.length, 'it', 'them')
    const hosts = [...new Set(foreign)].join(', ')
    sentences.push(
      `${name(foreign.length)} ${stays} at ${hosts}, which may remove ${it}. Upload ${it} to keep ${it}.`,
    )
  }
  if (embeds > 0) {
    const what = plural(
      embeds,
      'One video or embed was',
      `${formatNumber(embeds)} videos or embeds were`,
    )
    sentences.push(`${what} left out. Add a link instead.`)
  }
  return sentences.length > 0 ? sentences.join(' ') : undefined
}
