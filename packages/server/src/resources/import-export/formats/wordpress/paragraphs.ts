/** Elements that cannot be part of a paragraph. */
const BLOCK =
  '(?:table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|menu|summary|iframe|video|audio|script)'
/** Elements that contain paragraphs, even if a text begins within them and ends elsewhere. */
const CONTAINER = '(?:div|blockquote|section|article|aside|header|footer|fieldset|details|form)'

/** Matches elements that keep their line breaks. */
const VERBATIM = /<(pre|script|style|textarea)\b/gi
const PLACEHOLDER = /<pre data-held="(\d+)"><\/pre>/g
const BLOCK_START = new RegExp(`<${BLOCK}[\\s/>]`, 'gi')
const BLOCK_END = new RegExp(`</${BLOCK}>|<hr\\b[^<>]*>`, 'gi')
const STARTS_WITH_BLOCK = new RegExp(`^</?${BLOCK}[\\s/>]`, 'i')
const ENDS_WITH_BLOCK = new RegExp(`</?${BLOCK}(?:\\s[^<>]*)?/?>$`, 'i')
const CONTAINER_START = new RegExp(`^(<${CONTAINER}(?:\\s[^<>]*)?>)([\\s\\S]+)$`, 'i')
const CONTAINER_END = new RegExp(`^([\\s\\S]+)(</${CONTAINER}>)$`, 'i')
/** Stands for a line break within a tag. */
const TAG_BREAK = '\u{F0001}'

/**
 * Adds the paragraphs and line breaks that WordPress adds to texts of the classic editor when it shows them: an empty
 * line separates paragraphs, and a single line break stays one.
 */
export function withParagraphs(text: string): string {
  const { rest, verbatim } = withoutVerbatim(text)
  return rest
    .replaceAll(/<[^<>]*>/g, (tag) => tag.replaceAll('\n', TAG_BREAK))
    .replaceAll(/<br\s*\/?>\s*<br\s*\/?>/gi, '\n\n')
    .replaceAll(BLOCK_START, '\n\n$&')
    .replaceAll(BLOCK_END, '$&\n\n')
    .replaceAll(/<\/?blockquote(?:\s[^<>]*)?>/gi, '\n\n$&\n\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(paragraph)
    .join('\n')
    .replaceAll(PLACEHOLDER, (_, index: string) => verbatim[Number(index)] ?? '')
    .replaceAll(TAG_BREAK, '\n')
}

/** Replaces the elements that keep their line breaks by placeholders. */
function withoutVerbatim(text: string): { rest: string; verbatim: string[] } {
  const verbatim: string[] = []
  const unclosed = new Set<string>()
  let rest = ''
  let at = 0
  for (const { 0: tag, 1: name = '', index } of text.matchAll(VERBATIM)) {
    const kind = name.toLowerCase()
    if (index < at || unclosed.has(kind)) continue
    const close = new RegExp(`</${kind}\\s*>`, 'gi')
    close.lastIndex = index + tag.length
    if (!close.test(text)) {
      unclosed.add(kind)
      continue
    }
    verbatim.push(text.slice(index, close.lastIndex))
    rest += `${text.slice(at, index)}<pre data-held="${verbatim.length - 1}"></pre>`
    at = close.lastIndex
  }
  return { rest: rest + text.slice(at), verbatim }
}

function paragraph(part: string): string {
  const startsWithBlock = STARTS_WITH_BLOCK.test(part)
  const endsWithBlock = ENDS_WITH_BLOCK.test(part)
  if (startsWithBlock && endsWithBlock) return withBreaks(part)
  const [, start, inner = ''] = (startsWithBlock && CONTAINER_START.exec(part)) || []
  if (start !== undefined) return `${start}<p>${withBreaks(inner)}</p>`
  const [, text = '', end] = (endsWithBlock && CONTAINER_END.exec(part)) || []
  if (end !== undefined) return `<p>${withBreaks(text)}</p>${end}`
  const isBlock = startsWithBlock || endsWithBlock || /^<!--[^>]*-->$/.test(part)
  return isBlock ? withBreaks(part) : `<p>${withBreaks(part)}</p>`
}

const withBreaks = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .map((line, n, { length }) =>
      n === length - 1 || /<br\s?\/?>$/i.test(line) ? line : `${line}<br>`,
    )
    .join('\n')
