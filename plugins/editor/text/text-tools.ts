import { tableTools } from './tables.ts'
import type { TextTool } from './text-tool.ts'

const mark = (id: string, label: string, icon: string): TextTool => ({
  id,
  label,
  icon,
  isActive: (editor) => editor.isActive(id),
  run: (editor) => void editor.chain().focus().toggleMark(id).run(),
})

const heading = (level: 1 | 2 | 3): TextTool => ({
  id: `heading-${level}`,
  label: `Heading ${level}`,
  icon: 'heading',
  sign: `H${level}`,
  isActive: (editor) => editor.isActive('heading', { level }),
  run: (editor) => void editor.chain().focus().toggleHeading({ level }).run(),
})

export const bold = mark('bold', 'Bold', 'bold')
export const italic = mark('italic', 'Italic', 'italic')
export const code = mark('code', 'Code', 'code')
export const strike = mark('strike', 'Strikethrough', 'minus')
const underline = mark('underline', 'Underline', 'type')
const superscript = mark('superscript', 'Superscript', 'superscript')
const subscript = mark('subscript', 'Subscript', 'subscript')
const highlight = mark('highlight', 'Highlight', 'highlighter')
export const heading2 = heading(2)

/** Links are content, so they stay. */
export const clear: TextTool = {
  id: 'clear',
  label: 'Clear formatting',
  icon: 'remove-formatting',
  isActive: () => false,
  run(editor) {
    const marks = Object.keys(editor.schema.marks).filter((name) => name !== 'link')
    const chain = marks.reduce((all, name) => all.unsetMark(name), editor.chain().focus())
    if (editor.isActive('heading')) chain.setParagraph()
    chain.run()
  },
}

export const bulletList: TextTool = {
  id: 'bulletList',
  label: 'List',
  icon: 'list',
  isActive: (editor) => editor.isActive('bulletList'),
  run: (editor) => void editor.chain().focus().toggleBulletList().run(),
}

export const quote: TextTool = {
  id: 'blockquote',
  label: 'Quote',
  icon: 'quote',
  isActive: (editor) => editor.isActive('blockquote'),
  run: (editor) => void editor.chain().focus().toggleBlockquote().run(),
}

/** The tools in the bar. Link and image have forms and come after them. */
export const barTools: readonly TextTool[] = [bold, italic, heading2, bulletList, quote]

/** The tools in the "/" menu. */
export const menuTools: readonly TextTool[] = [
  heading(1),
  heading2,
  heading(3),
  bulletList,
  {
    id: 'orderedList',
    label: 'Numbered list',
    icon: 'list-checks',
    isActive: (editor) => editor.isActive('orderedList'),
    run: (editor) => void editor.chain().focus().toggleOrderedList().run(),
  },
  quote,
  {
    id: 'codeBlock',
    label: 'Code block',
    icon: 'braces',
    isActive: (editor) => editor.isActive('codeBlock'),
    run: (editor) => void editor.chain().focus().toggleCodeBlock().run(),
  },
  {
    id: 'horizontalRule',
    label: 'Divider',
    icon: 'minus',
    isActive: () => false,
    run: (editor) => void editor.chain().focus().setHorizontalRule().run(),
  },
  code,
  underline,
  strike,
  highlight,
  superscript,
  subscript,
  clear,
  ...tableTools,
]

export const allTools: readonly TextTool[] = [
  ...barTools,
  ...menuTools.filter((tool) => !barTools.includes(tool)),
]
