import { encodeText } from './html-references.ts'

/** Encodes a URL for an attribute; undefined if it does not lead to a page, because it might run a script. */
function addressOf(rawAddress: string): string | undefined {
  const [, scheme] = /^([^/?#:]*):/.exec(rawAddress) ?? []
  const isPage = scheme === undefined || /^(?:https?|mailto|tel|object)$/i.test(scheme)
  return isPage ? encodeText(rawAddress).replaceAll('"', '&quot;') : undefined
}

const linkTag = (syntax: string, tag: (address: string) => string, rawAddress: string) => {
  const address = addressOf(rawAddress)
  return address === undefined ? encodeText(syntax) : tag(address)
}

/**
 * Inline syntax by precedence: code contains no other syntax, and anything not listed is text. Each part ends where the
 * next of its kind may begin, so that a text full of opening brackets takes linear time.
 */
const inlinePattern =
  /`([^`]+)`|!\[([^[\]]*)\]\(([^()\s]*)\)|\[([^[\]]+)\]\(([^()\s]*)\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|(?<![\p{L}\p{N}])_([^_\s][^_]*)_(?![\p{L}\p{N}])/gu

function inline(text: string): string {
  let html = ''
  let at = 0
  for (const match of text.matchAll(inlinePattern)) {
    const [whole, code, alt, source, label, target, strong, emphasis, other] = match
    html += encodeText(text.slice(at, match.index))
    at = match.index + whole.length
    if (code !== undefined) html += `<code>${encodeText(code)}</code>`
    else if (source !== undefined) {
      const words = encodeText(alt ?? '').replaceAll('"', '&quot;')
      html += linkTag(whole, (address) => `<img src="${address}" alt="${words}">`, source)
    } else if (target !== undefined) {
      html += linkTag(whole, (address) => `<a href="${address}">${inline(label ?? '')}</a>`, target)
    } else if (strong !== undefined) html += `<strong>${inline(strong)}</strong>`
    else html += `<em>${inline(emphasis ?? other ?? '')}</em>`
  }
  return html + encodeText(text.slice(at))
}

const lines = (text: string) => text.split('\n').map(inline).join('<br>')

const bullet = /^\s*[-*+]\s+/
const number = /^\s*\d+[.)]\s+/

function block(source: string): string {
  const [, marks, heading] = /^(#{1,6})\s+([^\n]*)$/.exec(source) ?? []
  if (marks) return `<h${marks.length}>${inline(heading ?? '')}</h${marks.length}>`
  if (/^(?:-{3,}|\*{3,}|_{3,})$/.test(source)) return '<hr>'
  const rows = source.split('\n')
  for (const [pattern, tag] of [[bullet, 'ul'] as const, [number, 'ol'] as const]) {
    if (!rows.every((row) => pattern.test(row))) continue
    const items = rows.map((row) => `<li>${inline(row.replace(pattern, ''))}</li>`)
    return `<${tag}>${items.join('')}</${tag}>`
  }
  if (rows.every((row) => row.startsWith('>'))) {
    const quoted = rows.map((row) => row.replace(/^> ?/, '')).join('\n')
    return `<blockquote>${lines(quoted)}</blockquote>`
  }
  return `<p>${lines(source)}</p>`
}

/**
 * Converts common Markdown to HTML: paragraphs, headings, lists of one level, quotes, code, links, images and emphasis.
 * Everything else stays text; no content is lost, and no unintended tag is created.
 */
export function markdownToHtml(source: string): string {
  const output: string[] = []
  // Fenced code may contain empty lines.
  for (const [index, part] of source
    .replaceAll('\r\n', '\n')
    .split(/^```.*$/m)
    .entries()) {
    if (index % 2 === 1) {
      output.push(`<pre><code>${encodeText(part.replace(/^\n/, ''))}</code></pre>`)
      continue
    }
    for (const piece of part.split(/\n\s*\n/)) {
      // A heading needs no empty line after it.
      for (const one of piece.split(/^(#{1,6}\s+[^\n]*)$/m)) {
        const trimmed = one.replace(/^\n+/, '').trimEnd()
        if (trimmed !== '') output.push(block(trimmed))
      }
    }
  }
  return output.join('\n')
}
