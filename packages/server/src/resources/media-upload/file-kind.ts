import { open } from 'node:fs/promises'
import { extname } from 'node:path'

import { onFirstUse } from '../../on-first-use.ts'

/** How many bytes at the start of a file decide whether it is text. */
const HEAD = 65_536

export const HTML = 'text/html'

/** Types of text files by their extension, since their bytes do not distinguish them. */
const TEXTS: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.htm': HTML,
  '.html': HTML,
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.mjs': 'text/javascript',
  '.shtml': HTML,
  '.vtt': 'text/vtt',
}

/**
 * Detects the type of a file from its bytes; its name and declared type only distinguish kinds of text. A text that any
 * browser might display as a page counts as HTML.
 */
export async function kindOf(path: string, name: string, declared: string): Promise<string> {
  const head = await readHead(path)
  const text = textOf(head)
  if (text === undefined) {
    const { fileTypeFromFile } = await onFirstUse.fileType()
    const detected = await fileTypeFromFile(path)
    // Text formats, some of which the library would detect too, are handled below.
    return detected?.mime ?? 'application/octet-stream'
  }
  // A PDF may be plain text to its end.
  if (text.startsWith('%PDF-')) return 'application/pdf'
  if (/^\s*text\/html\b/i.test(declared)) return HTML
  const start = afterComments(text)
  if (/^<\?xml\b/i.test(text.trimStart()) || /^<(svg|rdf:rdf|xsl:|math)\b/i.test(start))
    return xmlKind(start)
  if (PAGE.test(start)) return HTML
  return Object.hasOwn(TEXTS, extname(name).toLowerCase())
    ? (TEXTS[extname(name).toLowerCase()] ?? 'text/plain')
    : 'text/plain'
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Decodes the start of a file. @returns undefined for a binary file */
function textOf(head: Buffer): string | undefined {
  const mark = head.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff') {
    return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(head)
  }
  // No text contains these control characters. UTF-16 without a byte order mark contains zeros.
  const isBinary = head.some((byte) => byte < 9 || (byte > 13 && byte < 27) || byte === 127)
  return isBinary ? undefined : new TextDecoder().decode(head)
}

/** Returns the text from its first tag on, after white space, comments, declarations and the document type. */
function afterComments(text: string): string {
  let rest = text.trimStart()
  for (;;) {
    const end = rest.startsWith('<!--')
      ? rest.indexOf('-->') + 3
      : rest.startsWith('<?')
        ? rest.indexOf('>') + 1
        : /^<!doctype\s+(?!html)/i.test(rest)
          ? doctypeEnd(rest)
          : 0
    if (end < 3) return rest
    rest = rest.slice(end).trimStart()
  }
}

/** Returns the position after the `>` of a doctype, whose internal subset is in brackets. */
function doctypeEnd(text: string): number {
  const open = text.indexOf('[')
  const close = text.indexOf('>')
  if (open < 0 || open > close) return close + 1
  const end = text.indexOf(']', open)
  return end < 0 ? 0 : text.indexOf('>', end) + 1
}

function xmlKind(start: string): string {
  if (/^<(\w+:)?svg\b/i.test(start)) return 'image/svg+xml'
  if (/^(<!doctype\s+html|<(\w+:)?html\b)/i.test(start)) return 'application/xhtml+xml'
  return 'application/xml'
}

/** Matches the first tags by which browsers recognise a page. */
const PAGE =
  /^<(!doctype\s+html|!--|html|head|body|script|iframe|frameset|title|meta|link|base|style|table|h1|div|font|img|a|b|br|p|form|input|object|embed|video|audio|template|noscript|center|plaintext)\b/i
