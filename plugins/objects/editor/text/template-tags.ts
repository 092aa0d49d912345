import type { JSONContent, MarkdownToken } from '@tiptap/core'
import { Node } from '@tiptap/core'

import { keepWhenTypedOver } from './keep-when-typed-over.ts'

/** `{{name /}}` or `{{name}}…{{/name}}` on lines of its own: a block that is filled in elsewhere. */
const block = /^\{\{\s*([\w-]+)\b[^{}]*?(?:\/\}\}|\}\}[\s\S]*?\{\{\s*\/\s*\1\s*\}\})[ \t]*(?:\n+|$)/
const inline = /^\{\{[^{}\n]*\}\}/

/** Keeps `{{…}}` blocks of a rich text exactly as they were written, whole. */
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
  addProseMirrorPlugins: () => [keepWhenTypedOver('templateBlock')],
})

/** Keeps `{{…}}` within a line as it was written. */
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
