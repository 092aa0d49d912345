import { Extension, type JSONContent, Node } from '@tiptap/core'

/** Syntax that is not Markdown. It stays source even if Markdown would read it as a paragraph. */
const foreign: readonly [pattern: RegExp, label: string][] = [
  [/^(---|\+\+\+)[ \t]*\r?\n[^]*\n\1\s*$/, 'Front matter'],
  [/^ {0,3}\[\^[^\]\n]+\]:/, 'Footnote'],
  [/^ {0,3}\[[^\]\n]+\]:/, 'Link address'],
  [/^ {0,3}(\$\$|\\\[)/, 'Formula'],
  [/^ {0,3}\{[%#]/, 'Template'],
  [/^ {0,3}:{3,}/, 'Directive'],
  [/^(import|export)\s.*(['"];?|[{=(])/, 'Code'],
  [/^ {0,3}(<!--|\{\/\*)/, 'Comment'],
  [/^ {0,3}<\/?([A-Z]|[a-z]+-)/, 'Component'],
  [/^ {0,3}<(?!table\b|ol\b|figure\b|u>|su[bp]>|mark>|ruby>|\w+:|[^<>\s]+@)/i, 'HTML'],
]

/** Labels of blocks that the editor can show, unless they are written in a way that it would change. */
const plainLabels: readonly [pattern: RegExp, label: string][] = [
  [/^\s*(<table\b|\|)/i, 'Table'],
  [/^\s*<ol\b/i, 'List'],
  [/^\s*<figure\b/i, 'Figure'],
  [/^/, 'Text'],
]

const labelOf = (source: string): string | undefined =>
  foreign.find(([pattern]) => pattern.test(source))?.[1]

/** Whether a block of Markdown belongs to another language. */
export const isForeign = (source: string): boolean => labelOf(source) !== undefined

/** A block that the editor cannot show: its source, edited as text and stored unchanged. */
export const SourceBlock = Node.create({
  name: 'sourceBlock',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  isolating: true,
  // There is no `parseHTML`, because a pasted block could bring in tags that no editor would accept.
  renderHTML: ({ node }) => {
    const source = node.textContent
    const label = labelOf(source) ?? plainLabels.find(([start]) => start.test(source))?.[1]
    return ['pre', { 'data-source': `${label}, edited as source` }, ['code', 0]]
  },
  renderMarkdown: ({ content = [] }) => content.map(({ text = '' }) => text).join(''),
  addKeyboardShortcuts: () => ({
    // The last block has no line after it, so the key adds one.
    ArrowDown: ({ editor }) => {
      const { $head, empty } = editor.state.selection
      const isLast = $head.after(1) === editor.state.doc.content.size
      const isAtEnd = $head.parentOffset === $head.parent.content.size
      return empty && isLast && isAtEnd && $head.parent.type.name === 'sourceBlock'
        ? editor.commands.exitCode()
        : false
    },
  }),
})

export const sourceBlock = (source: string): JSONContent => ({
  type: 'sourceBlock',
  content: source ? [{ type: 'text', text: source }] : [],
})

/** Stores in each block where it was read from. The attribute is never rendered. */
export const Origins = Extension.create({
  name: 'origins',
  addGlobalAttributes: () => [
    {
      types: [
        'paragraph',
        'heading',
        'bulletList',
        'orderedList',
        'blockquote',
        'codeBlock',
        'horizontalRule',
        'table',
        'details',
        'templateBlock',
        'figure',
        'sourceBlock',
      ],
      attributes: { origin: { default: null, rendered: false, keepOnSplit: false } },
    },
  ],
})
