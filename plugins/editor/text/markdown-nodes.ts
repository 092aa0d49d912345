import {
  Extension,
  type JSONContent,
  type MarkdownParseHelpers,
  type MarkdownRendererHelpers,
  type MarkdownToken,
} from '@tiptap/core'
import { CodeBlock } from '@tiptap/extension-code-block'
import { Heading } from '@tiptap/extension-heading'
import { BulletList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { DOMParser, type Node, type ParseOptions } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'

import { NumberedItem, NumberedList } from './numbered-list.ts'

/** Signs at the start of a line that begin a heading or a list item. */
const BLOCK_SIGN = /^( {0,3})(#{1,6}|[-+]|\d{1,9}(?=[.)]))(?=[.)]?(?:\s|$))/
/** A line that Markdown reads as a divider, the underline of a heading, or the second row of a table. */
const RULER = /^\s*[|:]*(?=[-=])[-=|:\s]+$/

/** An empty line, as Markdown writes it. */
export const BLANK_LINE = /^(&nbsp;|\u{A0})$/u

/** Escapes text, so that no line begins another kind of block. */
function escapeLines(text: string): string {
  return text
    .trimStart()
    .split('\n')
    .map((line) => {
      if (RULER.test(line)) return line.replace(/[-=]/, String.raw`\$&`)
      return line.replace(BLOCK_SIGN, (_, indent: string, sign: string) =>
        /\d/.test(sign) ? `${indent}${sign}\\` : `${indent}\\${sign}`,
      )
    })
    .join('\n')
}

const MarkdownParagraph = Paragraph.extend({
  parseMarkdown: (token, helpers) => {
    const content = helpers.parseInline(token.tokens ?? [])
    const isBlank = content.every(({ text = '' }) => BLANK_LINE.test(text))
    return helpers.createNode('paragraph', undefined, isBlank ? [] : content)
  },
  renderMarkdown: (node, helpers) => escapeLines(helpers.renderChildren(node.content ?? [])),
})

const MarkdownHeading = Heading.extend({
  renderMarkdown: (node, helpers) => {
    const text = helpers
      .renderChildren(node.content ?? [])
      .replaceAll(/\s*\n\s*/g, ' ')
      // Signs at the end would belong to the heading's syntax.
      .replace(/(?<=^|\s)#+\s*$/, String.raw`\$&`)
    return `${'#'.repeat(Number(node.attrs?.['level'] ?? 1))} ${text}`.trimEnd()
  },
})

const MarkdownCode = CodeBlock.extend({
  renderMarkdown: (node) => {
    const text = (node.content ?? []).map((one) => one.text ?? '').join('')
    const runs = [...text.matchAll(/^ {0,3}(`{3,})/gm)].map(([, run = '']) => run.length)
    const language = String(node.attrs?.['language'] ?? '')
    const fence = (language.includes('`') ? '~' : '`').repeat(Math.max(2, ...runs) + 1)
    return [`${fence}${language}`, ...(text ? [text] : []), fence].join('\n')
  },
})

/** Nodes that can directly follow the paragraph of a list item. */
const AFTER_TEXT = new Set(['bulletList', 'orderedList', 'blockquote', 'codeBlock'])

/** Whether a list has blank lines between its blocks, because its author wrote it so or because it needs them. */
function isLoose(list: JSONContent): boolean {
  const needsLines = (list.content ?? []).some(({ content = [] }) =>
    content.some(({ type = '' }, index) => index > 0 && !AFTER_TEXT.has(type)),
  )
  return list.attrs?.['isLoose'] === true || needsLines
}

function renderList(list: JSONContent, helpers: MarkdownRendererHelpers, sign: string): string {
  const isNumbered = list.type === 'orderedList'
  const gap = isLoose(list) ? '\n\n' : '\n'
  const first = Number(list.attrs?.['start'] ?? 1)
  return (list.content ?? [])
    .map((item, index) => {
      const marker = isNumbered ? `${first + index}${sign} ` : `${sign} `
      const blocks = (item.content ?? []).map(
        (block, at) => helpers.renderChild?.(block, at) ?? helpers.renderChildren([block]),
      )
      return indent(marker, blocks.join(gap).replace(/^\\\[([ xX])\\\] /, '[$1] '))
    })
    .join(gap)
}

/** Returns a text after a marker, with its further lines indented below the first. */
function indent(marker: string, text: string): string {
  const [first = '', ...rest] = text.split('\n')
  const below = rest.map((line) => (line ? ' '.repeat(marker.length) + line : ''))
  return [(marker + first).trimEnd(), ...below].join('\n')
}

const looseAttribute = { isLoose: { default: false, rendered: false } }

const MarkdownBulletList = BulletList.extend({
  addAttributes: () => looseAttribute,
  parseMarkdown: (token, helpers) =>
    token.type === 'list' && !token['ordered']
      ? helpers.createNode('bulletList', { isLoose: token['loose'] }, itemsOf(token, helpers))
      : [],
  // Adjacent lists need different signs.
  renderMarkdown: (node, helpers, context) =>
    renderList(node, helpers, context.previousNode?.type === 'bulletList' ? '*' : '-'),
})

const MarkdownOrderedList = NumberedList.extend({
  addAttributes() {
    return { ...this.parent?.(), ...looseAttribute }
  },
  // The library's tokenizer also reads letters, which are no list in Markdown.
  markdownTokenizer: null as never,
  parseMarkdown: (token, helpers) =>
    token.type === 'list' && token['ordered']
      ? helpers.createNode(
          'orderedList',
          { start: token['start'], isLoose: token['loose'] },
          itemsOf(token, helpers),
        )
      : [],
  renderMarkdown: (node, helpers, context) =>
    renderList(node, helpers, context.previousNode?.type === 'orderedList' ? ')' : '.'),
})

function itemsOf(token: MarkdownToken, helpers: MarkdownParseHelpers): JSONContent[] {
  return (token.items ?? []).map(({ tokens = [] }) => {
    const content: JSONContent[] = []
    let box: MarkdownToken[] = []
    for (const one of tokens) {
      if (one.type === 'checkbox') box = [one]
      else if (one.type === 'text' || one.type === 'paragraph') {
        const inline = helpers.parseInline([...box, ...(one.tokens ?? [])])
        content.push({ type: 'paragraph', content: inline })
        box = []
      } else content.push(...helpers.parseChildren([one]))
    }
    if (content[0]?.type !== 'paragraph') content.unshift({ type: 'paragraph' })
    return { type: 'listItem', content }
  })
}

/** Keeps the box of a task as text: `[ ]` and `[x]`. */
const Checkbox = Extension.create({
  name: 'checkbox',
  parseMarkdown: (token, helpers) => helpers.createTextNode(token.raw ?? ''),
})

/** Parses typed text with the line breaks of the source, which ProseMirror would turn into hard breaks. */
class LineParser extends DOMParser {
  override parse(dom: globalThis.Node, options?: ParseOptions): Node {
    return super.parse(dom, { ...options, preserveWhitespace: 'full' })
  }
}

const SoftBreaks = Extension.create({
  name: 'softBreaks',
  addProseMirrorPlugins() {
    const { schema } = this.editor
    const domParser = new LineParser(schema, DOMParser.fromSchema(schema).rules)
    return [new Plugin({ props: { domParser } })]
  },
})

/** Blocks that Markdown can express with the same meaning. */
export const markdownNodes = [
  MarkdownParagraph,
  MarkdownHeading,
  MarkdownCode,
  MarkdownBulletList,
  MarkdownOrderedList,
  NumberedItem,
  Checkbox,
  SoftBreaks,
]
