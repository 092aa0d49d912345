import { Node } from '@tiptap/core'
import type { Attrs, DOMOutputSpec } from '@tiptap/pm/model'

import { keepWhenTypedOver, pictureMarkdown } from './nodes.ts'

/** Sizes of a picture in its text. The default is full width. */
export const pictureSizes = ['small', 'medium', 'full'] as const
export type PictureSize = (typeof pictureSizes)[number]

/** Positions of a picture that is not at full width. The default is the centre. */
export const picturePositions = ['left', 'center', 'right'] as const
export type PicturePosition = (typeof picturePositions)[number]

/** A picture as a block, with a caption, a size and a position. Markdown contains it as HTML if any of these is set. */
export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: null },
    title: { default: null },
    width: { default: null },
    height: { default: null },
    caption: { default: '' },
    size: { default: 'full' },
    position: { default: 'center' },
  }),
  parseHTML: () => [{ tag: 'figure', getAttrs: (element) => attributesOf(element) ?? false }],
  renderHTML: ({ node }) => figureOf(node.attrs),
  renderMarkdown: pictureMarkdown,
  addProseMirrorPlugins: () => [keepWhenTypedOver('figure')],
})

/** Whether a figure has nothing that Markdown cannot express. */
export const isPlainFigure = ({ caption, size, position, width, height }: Attrs): boolean =>
  !caption && size === 'full' && position === 'center' && !width && !height

function figureOf({
  src,
  alt,
  title,
  width,
  height,
  caption,
  size,
  position,
}: Attrs): DOMOutputSpec {
  const figure = {
    'data-size': size === 'full' ? null : size,
    'data-position': position === 'center' ? null : position,
  }
  const picture: DOMOutputSpec = ['img', { src, alt, title, width, height }]
  return caption
    ? ['figure', figure, picture, ['figcaption', String(caption)]]
    : ['figure', figure, picture]
}

/**
 * Returns the attributes of a figure, or undefined if its content is not an image, or its caption is more than text:
 * the editor cannot show it.
 */
function attributesOf(figure: HTMLElement): Attrs | undefined {
  const [picture, caption, ...others] = figure.children
  if (picture?.localName !== 'img' || !picture.hasAttribute('src') || others.length > 0) {
    return undefined
  }
  if (caption && (caption.localName !== 'figcaption' || caption.childElementCount > 0)) {
    return undefined
  }
  const { size = '', position = '' } = figure.dataset
  const names = ['src', 'alt', 'title', 'width', 'height']
  return {
    ...Object.fromEntries(names.map((name) => [name, picture.getAttribute(name)])),
    caption: caption?.textContent?.trim() ?? '',
    size: pictureSizes.find((one) => one === size) ?? 'full',
    position: picturePositions.find((one) => one === position) ?? 'center',
  }
}
