import {
  type Content,
  type Editor,
  type Extensions,
  getSchema,
  type JSONContent,
} from '@tiptap/core'
import { MarkdownManager } from '@tiptap/markdown'
import { DOMParser as SchemaParser, DOMSerializer, Node } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'

import { Picture, TemplateBlock, TemplateTag } from './nodes.ts'
import { cleanPasted } from './pasted-html.ts'
import { tables } from './tables.ts'

/** How a text is stored, and how it becomes a document in the editor and text again. */
export interface TextFormat {
  readonly extensions: Extensions
  read(text: string): Content
  write(editor: Editor): string
  /** Whether the editor would keep everything of a text: otherwise it is edited as source. */
  isFaithful(text: string): boolean
}

const link = { openOnClick: false, HTMLAttributes: { target: null, rel: null } }

const htmlExtensions: Extensions = [
  StarterKit.configure({ link, trailingNode: false }),
  Picture,
  ...tables,
]
const htmlSchema = getSchema(htmlExtensions)

export const htmlFormat: TextFormat = {
  extensions: htmlExtensions,
  read: (html) => html,
  write: (editor) => (editor.isEmpty ? '' : editor.getHTML()),
  isFaithful(html) {
    const source = new DOMParser().parseFromString(html, 'text/html').body
    const kept = document.createElement('div')
    const { content } = SchemaParser.fromSchema(htmlSchema).parse(source)
    kept.append(DOMSerializer.fromSchema(htmlSchema).serializeFragment(content))
    return keepsAll(source, kept)
  },
}

const markdownExtensions: Extensions = [
  // Markdown has no way to underline.
  StarterKit.configure({ link, trailingNode: false, underline: false }),
  Picture,
  ...tables,
  TemplateBlock,
  TemplateTag,
]
const markdownSchema = getSchema(markdownExtensions)
const markdown = new MarkdownManager({ extensions: markdownExtensions })

export const markdownFormat: TextFormat = {
  extensions: markdownExtensions,
  read: (text) => markdown.parse(text),
  write: (editor) => (editor.isEmpty ? '' : markdown.serialize(editor.getJSON())),
  isFaithful: (text) => letters(roundTrip(text)) === letters(text),
}

/** The Markdown for HTML from another program. */
export function markdownOf(html: string): string {
  const source = new DOMParser().parseFromString(cleanPasted(html).html, 'text/html').body
  const node = SchemaParser.fromSchema(markdownSchema).parse(source)
  return markdown.serialize(node.toJSON() as JSONContent).trim()
}

/** The text after a visit to the editor, whose schema drops what it does not know. */
export function roundTrip(text: string): string {
  const parsed: JSONContent = markdown.parse(text)
  const node = Node.fromJSON(markdownSchema, parsed)
  return markdown.serialize(node.toJSON() as JSONContent)
}

/** Words and addresses, without the signs that Markdown may write in several ways. */
function letters(text: string): string {
  return text.replaceAll(/&(nbsp|amp|lt|gt|quot);/g, '').replaceAll(/[^\p{L}\p{N}{}/]+/gu, '')
}

/** Tags that the editor may write differently without a loss. */
const sameTags: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  s: 'del',
  strike: 'del',
}

/**
 * Whether an HTML fragment holds all text, tags and attributes of another one. More of them, such as
 * a paragraph around the text of a list item, is no loss.
 */
function keepsAll(source: Element, kept: Element): boolean {
  if (words(source) !== words(kept)) return false
  const there = inventory(kept)
  for (const [item, count] of inventory(source)) {
    if ((there.get(item) ?? 0) < count) return false
  }
  return true
}

function words(element: Element): string {
  return (element.textContent ?? '').replaceAll(/\s+/g, '')
}

/** How often each tag, and each attribute with its value, occurs. */
function inventory(root: Element): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (item: string): void => void counts.set(item, (counts.get(item) ?? 0) + 1)
  for (const element of root.querySelectorAll('*')) {
    const name = element.localName
    const tag = sameTags[name] ?? name
    if (tag !== 'p' || element.attributes.length > 0) add(tag)
    for (const { name: attribute, value } of element.attributes) add(`${tag} ${attribute}=${value}`)
  }
  return counts
}
