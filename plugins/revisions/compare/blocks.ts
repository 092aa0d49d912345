import type { DiffPart } from '@typecase/ui/diff-parts'
import { formatNumber } from '@typecase/ui/format'
import { formatCount } from '@typecase/ui/count'

import { likeness, type Pair, pairUp, wordParts } from './text-diff.ts'

/** A paragraph, heading, list item or table row of a formatted text. */
export interface Block {
  readonly text: string
  /** The kind of block: `Heading 2`, `Quote` …; empty for a paragraph. */
  readonly form: string
  /** The source with its markup. If only this differs, the formatting has changed. */
  readonly source: string
}

const forms: Readonly<Record<string, string>> = {
  LI: 'List item',
  BLOCKQUOTE: 'Quote',
  PRE: 'Code',
  TR: 'Table row',
  FIGURE: 'Image',
  IMG: 'Image',
  HR: 'Line',
}

const SPLIT =
  'p,h1,h2,h3,h4,h5,h6,li,blockquote,pre,tr,figure,hr,ul,ol,table,thead,tbody,div,section'

/** Returns the blocks of an HTML text. The parsed document is inert: nothing in it runs or is fetched. */
export function htmlBlocks(html: string): Block[] {
  const blocks: Block[] = []
  const read = (parent: Element) => {
    let loose = ''
    const settle = () => {
      if (loose.trim()) blocks.push({ text: loose.trim(), form: '', source: loose.trim() })
      loose = ''
    }
    for (const node of parent.childNodes) {
      if (node instanceof Element && node.matches(SPLIT)) {
        settle()
        const isLeaf = node.matches('tr,figure') || !node.querySelector(SPLIT)
        if (isLeaf) blocks.push(blockOf(node))
        else read(node)
      } else if (node instanceof Element && node.tagName === 'IMG') {
        settle()
        blocks.push(blockOf(node))
      } else loose += node.textContent ?? ''
    }
    settle()
  }
  read(new DOMParser().parseFromString(html, 'text/html').body)
  return blocks
}

function blockOf(element: Element): Block {
  const heading = /^H([1-6])$/.exec(element.tagName)?.[1]
  const quote = element.closest('blockquote') ? 'Quote' : ''
  const item = element.closest('li') ? 'List item' : ''
  const form = heading ? `Heading ${heading}` : forms[element.tagName] || item || quote
  const cells = [...element.querySelectorAll('td,th')].map((cell) => cell.textContent?.trim() ?? '')
  const text = cells.length > 0 ? cells.join(' | ') : (element.textContent ?? '').trim()
  const pictures = [element, ...element.querySelectorAll('img')].flatMap((one) =>
    one.tagName === 'IMG' ? [one.getAttribute('alt') || fileName(one.getAttribute('src'))] : [],
  )
  return { text: [text, ...pictures].filter(Boolean).join(' '), form, source: element.outerHTML }
}

const fileName = (src: string | null) => src?.split(/[?#]/)[0]?.split('/').at(-1) ?? ''

const markdownForms: readonly (readonly [RegExp, (mark: string) => string])[] = [
  [/^(#{1,6})\s+/, (mark) => `Heading ${mark.trim().length}`],
  [/^>\s?/, () => 'Quote'],
  [/^(?:[-*+]|\d+[.)])\s+/, () => 'List item'],
  [/^```.*/, () => 'Code'],
]

/** Returns the blocks of a Markdown text, split at empty lines and at list items. */
export function markdownBlocks(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}|\n(?=(?:[-*+]|\d+[.)])\s)/)
    .map((source) => source.trim())
    .filter(Boolean)
    .map((source) => {
      for (const [pattern, formOf] of markdownForms) {
        const mark = pattern.exec(source)?.[0]
        if (mark !== undefined) {
          return { text: source.slice(mark.length).trim(), form: formOf(mark), source }
        }
      }
      return { text: source, form: '', source }
    })
}

/** A row of two formatted texts side by side. */
export interface BlockRow extends Pair<Block> {
  /** The changed words of a block. */
  readonly parts?: DiffPart[]
  /** A change of form instead of words: `Heading 2 → Heading 3`. */
  readonly note?: string
}

export function compareBlocks(left: readonly Block[], right: readonly Block[]): BlockRow[] {
  const alike = likeness()
  const pairs = pairUp(
    left,
    right,
    ({ source }) => source,
    (a, b) => alike(a.text, b.text),
  )
  return pairs.map((pair) => {
    const { left: a, right: b, isSame } = pair
    if (isSame || !a || !b) return pair
    const name = (form: string) => form || 'Paragraph'
    const note =
      a.form === b.form
        ? a.text === b.text
          ? 'Other formatting'
          : undefined
        : `${name(a.form)} → ${name(b.form)}`
    return { ...pair, parts: wordParts(a.text, b.text), ...(note !== undefined && { note }) }
  })
}

/** Describes the differences: `2 blocks changed, 1 added`. */
export function describeBlocks(rows: readonly BlockRow[]): string {
  const open = rows.filter(({ isSame }) => !isSame)
  const counts = [
    ['changed', open.filter(({ left, right }) => left && right).length],
    ['added', open.filter(({ left }) => !left).length],
    ['removed', open.filter(({ right }) => !right).length],
  ] as const
  const nonZero = counts.filter(([, count]) => count > 0)
  return nonZero
    .map(
      ([what, count], index) =>
        `${index === 0 ? formatCount(count, 'block') : formatNumber(count)} ${what}`,
    )
    .join(', ')
}
