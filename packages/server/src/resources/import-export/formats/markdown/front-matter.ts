import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'

import { isRecord } from '@typecase/contract/field-values/value-check'
import type { Row } from '../rows.ts'

/** Maximum characters of front matter; longer front matter counts as text. */
const MAX_FRONT = 64 * 1024

export interface MarkdownFile {
  readonly front: Row
  readonly body: string
  /** Why the front matter could not be read; it is then part of the body. */
  readonly problem?: string
}

const FENCES = [
  { start: /^---[ \t]*\r?\n/, end: /^(?:---|\.\.\.)[ \t]*$/m, parse: readYaml },
  { start: /^\+\+\+[ \t]*\r?\n/, end: /^\+\+\+[ \t]*$/m, parse: (text: string) => parseToml(text) },
] as const

/** Splits a Markdown file into its front matter (YAML, TOML or JSON) and its text. */
export function readMarkdown(source: string): MarkdownFile {
  const text = source.replace(/^\uFEFF/, '')
  for (const { start, end, parse } of FENCES) {
    const opening = start.exec(text)?.[0]
    if (opening === undefined) continue
    const rest = text.slice(opening.length, opening.length + MAX_FRONT)
    const closing = end.exec(rest)
    if (!closing) return { front: {}, body: text }
    const body = text
      .slice(opening.length + closing.index + closing[0].length)
      .replace(/^\r?\n/, '')
    return readFront(text, body, () => parse(rest.slice(0, closing.index)))
  }
  const json = /^\{\s*\n[\s\S]*?\n\}[ \t]*(?=\r?\n|$)/.exec(text.slice(0, MAX_FRONT))?.[0]
  if (json === undefined) return { front: {}, body: text }
  return readFront(text, text.slice(json.length).replace(/^\r?\n/, ''), () => JSON.parse(json))
}

// The limit for aliases prevents a few lines from becoming gigabytes.
function readYaml(text: string): unknown {
  return parseYaml(text, { maxAliasCount: 50, prettyErrors: false })
}

function readFront(text: string, body: string, parse: () => unknown): MarkdownFile {
  try {
    const front = parse()
    if (front === null || front === undefined) return { front: {}, body }
    if (isRecord(front)) return { front: toJson(front), body }
    return { front: {}, body: text, problem: 'it is no list of keys and values' }
  } catch (reason) {
    const words = reason instanceof Error ? (reason.message.split('\n')[0] ?? '') : ''
    return { front: {}, body: text, problem: words.slice(0, 200) }
  }
}

/** Converts dates to texts, and everything else to plain JSON. */
const toJson = (front: Row): Row => JSON.parse(JSON.stringify(front)) as Row
