import type { MarkdownManager } from '@tiptap/markdown'

/** The source of each block of a text, and the gaps before, between and after them. */
export interface Pieces {
  readonly sources: readonly string[]
  readonly gaps: readonly string[]
}

const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\r?\n(?=["'\w-]+[ \t]*[:=])[^]*?\n\1[ \t]*(?=\r?\n|$)/
/** The definition of a link, `[name]: /address`. The name of a footnote begins with `^`. */
const DEFINITION = /^ {0,3}\[(?!\^)[^\]\n]+\]:/

/** Splits Markdown into its top-level blocks. Joined, they are the original text. */
export function splitMarkdown({ instance }: MarkdownManager, text: string): Pieces {
  const frontMatter = FRONT_MATTER.exec(text)?.[0] ?? ''
  const rest = text.slice(frontMatter.length)
  const tokens = new instance.Lexer(instance.defaults).blockTokens(rest.replaceAll(/\r\n?/g, '\n'))
  const sources = frontMatter ? [frontMatter] : []
  const gaps: string[] = ['']
  let at = frontMatter.length
  if (frontMatter) gaps.push('')
  for (const { type, raw } of tokens) {
    const to = endOf(text, at, raw.length)
    const piece = text.slice(at, to)
    at = to
    const source = type === 'space' ? '' : piece.replace(/(?:[ \t]*(?:\r\n?|\n))+[ \t]*$/, '')
    if (source) {
      sources.push(source)
      gaps.push('')
    }
    gaps[gaps.length - 1] += piece.slice(source.length)
  }
  // If the lexer leaves something out, the end of a block is unknown.
  return at === text.length ? { sources, gaps } : { sources: [text], gaps: ['', ''] }
}

/** Returns the offset after `count` characters of the lexer, which counts every line break as one. */
function endOf(text: string, from: number, count: number): number {
  if (!text.includes('\r')) return from + count
  let at = from
  for (let remaining = count; remaining > 0; remaining -= 1)
    at += text.startsWith('\r\n', at) ? 2 : 1
  return at
}

export const isDefinition = (source: string): boolean => DEFINITION.test(source)
