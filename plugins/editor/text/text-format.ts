import { type Extensions, getSchema, type JSONContent } from '@tiptap/core'
import { MarkdownManager } from '@tiptap/markdown'
import { DOMParser as SchemaParser, DOMSerializer, Node, type Schema } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import { Marked } from 'marked'

import { objectOfLink } from '@typecase/contract/object-links'

import { details } from './details.ts'
import { Figure } from './figure.ts'
import { keepsAll } from './html-loss.ts'
import { htmlMarks } from './html-marks.ts'
import { markdownJson } from './markdown-html.ts'
import { BLANK_LINE, markdownNodes } from './markdown-nodes.ts'
import { Picture, TemplateBlock, TemplateTag } from './nodes.ts'
import { NumberedItem, NumberedList } from './numbered-list.ts'
import { isForeign, Origins, SourceBlock, sourceBlock } from './source-block.ts'
import { bodyOf, splitHtml } from './split-html.ts'
import { isDefinition, type Pieces, splitMarkdown } from './split-markdown.ts'
import { tables } from './tables.ts'
import {
  applyChange,
  isUnchanged,
  joinBlocks,
  type Origin,
  type WrittenText,
} from './written-text.ts'

/** How a text is stored, and how it is converted to the editor's document and back. */
export interface TextFormat {
  readonly extensions: Extensions
  readonly schema: Schema
  /** Returns the document of a text. Parts that the editor cannot show are source blocks in it. */
  read(text: string): JSONContent
  /** Returns the text of a document. Unchanged blocks keep the text that they were read from. */
  write(doc: Node): string
  /** Whether all of a text would look like its source. */
  isSource(text: string): boolean
}

/** The differences between formats. `context` is the part of a text that its blocks need for separate parsing. */
interface Language {
  readonly extensions: Extensions
  split(text: string): Pieces
  contextOf(sources: readonly string[]): string
  /** Returns the document content of one block. */
  parse(source: string, context: string, schema: Schema): JSONContent[]
  print(block: Node): string
  /** Whether a block means the same after the editor has written it. */
  isSame(source: string, print: string, context: string): boolean
  /** The separator between blocks. */
  readonly gap: string
}

interface ReadBlock {
  readonly node: JSONContent
  readonly type: string
  readonly canonical: string
}

/** Limit on the number of cached blocks. */
const MAX_BLOCKS = 2000

function formatOf(language: Language): TextFormat {
  const { extensions, split, contextOf, parse, isSame, gap } = language
  const schema = getSchema(extensions)
  const texts = new WeakMap<Node, string>()
  const blocks = new Map<string, ReadBlock>()

  const isSource = ({ type }: Node): boolean => type.name === 'sourceBlock'
  const print = (block: Node): string =>
    isSource(block) ? block.textContent : language.print(block)

  /** Returns the single node of a block, in the form that the editor writes, or undefined if there is none. */
  function readBlock(source: string, context: string): ReadBlock | undefined {
    const [node, ...others] = parse(source, context, schema)
    if (!node || others.length > 0) return undefined
    try {
      const block = Node.fromJSON(schema, node)
      block.check()
      return block.isInline ? undefined : { node, type: block.type.name, canonical: print(block) }
    } catch {
      // The library parsed something that its own schema refuses.
      return undefined
    }
  }

  /** Returns the parsed block of a source, or a source block. Cached: opening a field reads its text several times. */
  function blockOf(source: string, context: string): ReadBlock {
    const key = `${context}\0${source}`
    const cached = blocks.get(key)
    if (cached) return cached
    if (blocks.size >= MAX_BLOCKS) blocks.clear()
    const read = readBlock(source, context)
    const block =
      read && isSame(source, read.canonical, context)
        ? read
        : { node: sourceBlock(source), type: 'sourceBlock', canonical: source }
    blocks.set(key, block)
    return block
  }

  const count = (text: string): number => split(text).sources.length
  const keepsApart = (before: string, between: string, after: string): boolean =>
    count(before + between + after) === count(before) + count(after)

  function readText(text: string): JSONContent[] {
    const { sources, gaps } = split(text)
    const context = contextOf(sources)
    const blocks = sources.map((source) => ({ source, ...blockOf(source, context) }))
    const result: WrittenText = { blocks, gaps, context }
    return blocks.map(({ node }, index) => ({
      ...node,
      attrs: { ...node.attrs, origin: { text: result, index } satisfies Origin },
    }))
  }

  function textOf(node: Node): string {
    const cached = texts.get(node)
    if (cached !== undefined) return cached
    const origin = originOf(node)
    const block = origin?.text.blocks[origin.index]
    const context = origin?.text.context ?? ''
    const text = block
      ? applyChange(block, print(node), (source) => readBlock(source, context)?.canonical)
      : print(node)
    texts.set(node, text)
    return text
  }

  return {
    extensions,
    schema,
    read: (text) => ({ type: 'doc', content: readText(text) }),
    write(doc) {
      const blocks = doc.children
        .map((node) => ({
          type: node.type.name,
          text: textOf(node),
          origin: originOf(node),
        }))
        .filter(({ text }) => text !== '')
      const [first] = blocks
      if (!first || (isBlank(doc) && !isUnchanged(first))) return ''
      return joinBlocks(blocks, gap, keepsApart)
    },
    isSource(text) {
      const content = readText(text)
      return content.length > 0 && content.every(({ type }) => type === 'sourceBlock')
    },
  }
}

const originOf = (node: Node): Origin | undefined =>
  (node.attrs['origin'] as Origin | null) ?? undefined

const isBlank = ({ childCount, firstChild }: Node): boolean =>
  childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.childCount === 0

const link = {
  openOnClick: false,
  HTMLAttributes: { target: null, rel: null },
  isAllowedUri: (uri: string, { defaultValidate }: { defaultValidate: (uri: string) => boolean }) =>
    objectOfLink(uri) !== undefined || defaultValidate(uri),
}

export const htmlFormat = formatOf({
  extensions: [
    StarterKit.configure({ link, trailingNode: false, orderedList: false, listItem: false }),
    NumberedList,
    NumberedItem,
    ...htmlMarks,
    Picture,
    Figure,
    ...tables,
    ...details,
    SourceBlock,
    Origins,
  ],
  split: splitHtml,
  contextOf: () => '',
  parse: (source, _, schema) =>
    SchemaParser.fromSchema(schema).parse(bodyOf(source)).toJSON().content,
  print: htmlOf,
  isSame: (source, print) => keepsAll(bodyOf(source), bodyOf(print)),
  gap: '',
})

function htmlOf(block: Node): string {
  const host = document.createElement('div')
  host.append(DOMSerializer.fromSchema(block.type.schema).serializeNode(block))
  return host.innerHTML
}

const markdownExtensions: Extensions = [
  StarterKit.configure({
    link,
    trailingNode: false,
    paragraph: false,
    heading: false,
    codeBlock: false,
    bulletList: false,
    orderedList: false,
    listItem: false,
  }),
  ...markdownNodes,
  ...htmlMarks,
  Picture,
  Figure,
  ...tables,
  ...details,
  TemplateBlock,
  TemplateTag,
  SourceBlock,
  Origins,
]
const markdown = new MarkdownManager({ extensions: markdownExtensions })
const plainMarkdown = new Marked()

export const markdownFormat = formatOf({
  extensions: markdownExtensions,
  split: (text) => splitMarkdown(markdown, text),
  contextOf: (sources) =>
    sources
      .filter(isDefinition)
      .map((one) => `${one}\n\n`)
      .join(''),
  parse: (source, context) =>
    isForeign(source) ? [] : (markdown.parse(context + source).content ?? []),
  print: (block) => markdown.serialize({ type: 'doc', content: markdownJson(block) }),
  isSame(source, print, context) {
    if (BLANK_LINE.test(source)) return print === ''
    const render = (text: string) => plainMarkdown.parse(context + text, { async: false })
    return render(source) === render(print)
  },
  gap: '\n\n',
})

/** Converts pasted and cleaned HTML to Markdown. */
export function markdownOf(html: string): string {
  const { schema } = markdownFormat
  return markdownFormat.write(SchemaParser.fromSchema(schema).parse(bodyOf(html)))
}
