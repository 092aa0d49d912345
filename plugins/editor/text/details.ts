import { Node } from '@tiptap/core'

/** Renders an element as an open box. In editable text, a real one would toggle with each space in its summary. */
const box = (className: string) => () => () => {
  const dom = document.createElement('div')
  dom.setAttribute('data-box', className)
  return { dom, contentDOM: dom }
}

const Details = Node.create({
  name: 'details',
  group: 'block',
  content: 'summary? block+',
  defining: true,
  addAttributes: () => ({
    open: {
      default: false,
      parseHTML: (element) => element.hasAttribute('open'),
      renderHTML: ({ open }) => (open ? { open: '' } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: ({ HTMLAttributes }) => ['details', HTMLAttributes, 0],
  addNodeView: box('details'),
})

const Summary = Node.create({
  name: 'summary',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'summary', context: 'details/' }],
  renderHTML: () => ['summary', 0],
  addNodeView: box('summary'),
})

/** Content that readers open by its summary. */
export const details = [Details, Summary]
