import { type JSONContent, type MarkdownToken, Node } from '@tiptap/core'
import { NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state'
import { ReactNodeViewRenderer } from '@tiptap/react'

import { BlockCard } from './block-card.tsx'

/** A picture within a line of HTML or Markdown. */
export const Picture = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: null },
    title: { default: null },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  markdownTokenName: 'image',
  parseMarkdown: (token, helpers) =>
    helpers.createNode('image', {
      src: token['href'],
      alt: token.text ?? '',
      title: token['title'] ?? null,
    }),
  renderMarkdown: pictureMarkdown,
})

export function pictureMarkdown({ attrs = {} }: JSONContent): string {
  const title = attrs['title'] ? ` "${String(attrs['title'])}"` : ''
  return `![${String(attrs['alt'] ?? '')}](${String(attrs['src'] ?? '')}${title})`
}

/** `{{name /}}` or `{{name}}…{{/name}}` on separate lines: a block that is filled in elsewhere. */
const block = /^\{\{\s*([\w-]+)\b[^{}]*?(?:\/\}\}|\}\}[\s\S]*?\{\{\s*\/\s*\1\s*\}\})[ \t]*(?:\n+|$)/
const inline = /^\{\{[^{}\n]*\}\}/

/** Keeps whole `{{…}}` blocks of a rich text exactly as written. */
export const TemplateBlock = Node.create({
  name: 'templateBlock',
  group: 'block',
  atom: true,
  addAttributes: () => ({ raw: { default: '' } }),
  parseHTML: () => [{ tag: 'div[data-template]', getAttrs: rawOf }],
  renderHTML: ({ node }) => [
    'div',
    { 'data-template': text(node.attrs['raw']) },
    text(node.attrs['raw']),
  ],
  markdownTokenName: 'templateBlock',
  markdownTokenizer: {
    name: 'templateBlock',
    level: 'block',
    start: (source) => source.search(/^\{\{/m),
    tokenize: (source) => tokenOf('templateBlock', block.exec(source)?.[0]),
  },
  parseMarkdown: (token, helpers) =>
    helpers.createNode('templateBlock', { raw: (token.raw ?? '').trimEnd() }),
  renderMarkdown: (node) => text(node.attrs?.['raw']),
  addNodeView: () => ReactNodeViewRenderer(BlockCard),
  addProseMirrorPlugins: () => [keepWhenTypedOver('templateBlock')],
})

/** Keeps `{{…}}` within a line exactly as written. */
export const TemplateTag = Node.create({
  name: 'templateTag',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ raw: { default: '' } }),
  parseHTML: () => [{ tag: 'span[data-template]', getAttrs: rawOf }],
  renderHTML: ({ node }) => [
    'span',
    { 'data-template': text(node.attrs['raw']) },
    text(node.attrs['raw']),
  ],
  markdownTokenName: 'templateTag',
  markdownTokenizer: {
    name: 'templateTag',
    level: 'inline',
    start: (source) => source.indexOf('{{'),
    tokenize: (source) => tokenOf('templateTag', inline.exec(source)?.[0]),
  },
  parseMarkdown: (token, helpers) => helpers.createNode('templateTag', { raw: token.raw ?? '' }),
  renderMarkdown: (node: JSONContent) => text(node.attrs?.['raw']),
  addProseMirrorPlugins: () => [keepWhenTypedOver('templateTag')],
})

function tokenOf(type: string, raw: string | undefined): MarkdownToken | undefined {
  return raw === undefined ? undefined : { type, raw }
}

function rawOf(element: HTMLElement): { raw: string } {
  return { raw: element.dataset['template'] ?? '' }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/**
 * Makes text typed over such a selected node go after it instead of replacing it: a click selects the node, and no one
 * could type it again. Delete and Backspace still remove it.
 */
export function keepWhenTypedOver(nodeName: string): Plugin {
  return new Plugin({
    props: {
      handleTextInput({ state, dispatch }, _from, _to, text) {
        const { selection, schema } = state
        if (!(selection instanceof NodeSelection) || selection.node.type.name !== nodeName) {
          return false
        }
        const after = selection.to
        const { tr } = state
        const paragraph = schema.nodes['paragraph']?.create(null, schema.text(text))
        if (selection.node.isInline || !paragraph) tr.insertText(text, after)
        else tr.insert(after, paragraph)
        // The caret goes after the text; within the new paragraph, that is one position further.
        const end = after + text.length + (selection.node.isInline ? 0 : 1)
        dispatch(tr.setSelection(TextSelection.create(tr.doc, end)).scrollIntoView())
        return true
      },
    },
  })
}
