import { Node } from '@tiptap/core'

/** A picture within a text, as HTML and Markdown write it. */
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
  renderMarkdown: ({ attrs = {} }) => {
    const title = attrs['title'] ? ` "${String(attrs['title'])}"` : ''
    return `![${String(attrs['alt'] ?? '')}](${String(attrs['src'] ?? '')}${title})`
  },
})
