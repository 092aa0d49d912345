import type { Editor, JSONContent, MarkdownParseHelpers, MarkdownToken } from '@tiptap/core'
import { Node } from '@tiptap/core'
import { type Command, TextSelection, type Transaction } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  tableEditing,
} from '@tiptap/pm/tables'

import type { TextTool } from './text-tool.ts'

declare module '@tiptap/core' {
  interface NodeConfig {
    /** The role of the node in a table, for `prosemirror-tables`. */
    tableRole?: 'table' | 'row' | 'cell' | 'header_cell'
  }
}

/** Size of a new table, including its header row. */
const NEW_TABLE = { columns: 3, rows: 3 }

const numberOf = (name: string) => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Number(element.getAttribute(name)) || 1,
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes[name] === 1 ? {} : { [name]: attributes[name] },
})

const cellAttributes = () => ({
  colspan: numberOf('colspan'),
  rowspan: numberOf('rowspan'),
  // `prosemirror-tables` stores the width of resized columns here; our columns cannot be resized.
  colwidth: { default: null, rendered: false },
  align: { default: null },
})

const TableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
  tableRole: 'cell',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
})

const TableHeader = Node.create({
  name: 'tableHeader',
  content: 'block+',
  tableRole: 'header_cell',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', HTMLAttributes, 0],
})

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  tableRole: 'row',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

const run = (editor: Editor, command: Command): boolean =>
  command(editor.state, editor.view.dispatch)

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  tableRole: 'table',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  extendNodeSchema: ({ config }) => ({ tableRole: config['tableRole'] as unknown }),
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const { editor } = this
    return {
      Tab: () =>
        run(editor, goToNextCell(1)) ||
        // In the last cell, the key adds a row.
        (run(editor, addRowAfter) && run(editor, goToNextCell(1))),
      'Shift-Tab': () => run(editor, goToNextCell(-1)),
    }
  },
  markdownTokenName: 'table',
  parseMarkdown: (token, helpers) => ({
    type: 'table',
    content: [
      markdownRow('tableHeader', token['header'], helpers),
      ...(token['rows'] as MarkdownToken[][]).map((row) => markdownRow('tableCell', row, helpers)),
    ],
  }),
  renderMarkdown(node, helpers) {
    const rows = (node.content ?? []).map((row) =>
      (row.content ?? []).map(({ content = [] }) =>
        content
          .map((block) => markdownCell(helpers.renderChildren([block])))
          .filter((line) => line !== '')
          .join('<br>'),
      ),
    )
    const [head = [], ...body] = rows
    const ruler = (node.content?.[0]?.content ?? []).map(
      (cell) => rulers[String(cell.attrs?.['align'])] ?? '---',
    )
    return [head, ruler, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  },
})

/** How Markdown writes the alignment of a column. */
const rulers: Readonly<Record<string, string>> = { left: ':---', center: ':---:', right: '---:' }

function markdownRow(
  type: 'tableHeader' | 'tableCell',
  cells: readonly MarkdownToken[],
  helpers: MarkdownParseHelpers,
): JSONContent {
  const content = cells.map((cell) => ({
    type,
    attrs: { align: cell['align'] as unknown },
    content: [{ type: 'paragraph', content: helpers.parseInline(cell.tokens ?? []) }],
  }))
  return { type: 'tableRow', content }
}

/** Returns the text of a paragraph in a cell: one line, in which a bar must be escaped. */
const markdownCell = (text: string): string =>
  text
    .trim()
    .replaceAll(/ {2}\n/g, '<br>')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/(?<!\\)\|/g, '\\|')

export const tables = [Table, TableRow, TableHeader, TableCell]

function newTable({ columns, rows }: typeof NEW_TABLE): JSONContent {
  const row = (type: string) => ({
    type: 'tableRow',
    content: Array.from({ length: columns }, () => ({ type, content: [{ type: 'paragraph' }] })),
  })
  const body = Array.from({ length: rows - 1 }, () => row('tableCell'))
  return { type: 'table', content: [row('tableHeader'), ...body] }
}

/** Moves the caret to the first cell of a new table. */
function goToHeader(tr: Transaction, from: number): boolean {
  let inside: number | undefined
  tr.doc.nodesBetween(from - 1, tr.doc.content.size, (node, at) => {
    if (inside === undefined && node.type.name === 'tableHeader') inside = at + 1
    return inside === undefined
  })
  if (inside !== undefined) tr.setSelection(TextSelection.near(tr.doc.resolve(inside)))
  return true
}

const change = (id: string, label: string, icon: string, command: Command): TextTool => ({
  id,
  label,
  icon,
  isActive: () => false,
  isPossible: (editor) => isInTable(editor.state),
  run: (editor) => {
    editor.commands.focus()
    run(editor, command)
  },
})

export const tableTools: readonly TextTool[] = [
  {
    id: 'table',
    label: 'Table',
    icon: 'table',
    isActive: (editor) => isInTable(editor.state),
    isPossible: (editor) => !isInTable(editor.state),
    run(editor) {
      const { from } = editor.state.selection
      editor
        .chain()
        .focus()
        .insertContent(newTable(NEW_TABLE))
        .command(({ tr }) => goToHeader(tr, from))
        .run()
    },
  },
  change('add-row', 'Add row below', 'rows-3', addRowAfter),
  change('add-column', 'Add column after', 'columns-3', addColumnAfter),
  change('delete-row', 'Delete row', 'trash-2', deleteRow),
  change('delete-column', 'Delete column', 'trash-2', deleteColumn),
  change('delete-table', 'Delete table', 'trash-2', deleteTable),
]
