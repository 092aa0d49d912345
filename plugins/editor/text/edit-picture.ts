import type { Editor } from '@tiptap/core'
import type { Attrs, Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state'

import type { PicturePosition, PictureSize } from './figure.ts'

/** The attributes of an image in a text. */
export interface PictureDetails {
  readonly alt: string
  readonly caption: string
  readonly size: PictureSize
  readonly position: PicturePosition
}

/** Returns the picture that is the whole selection: an image within a line, or a figure. */
export function selectedPicture({ selection }: EditorState): Node | undefined {
  const { $from, from, to } = selection
  const node = to === from + 1 ? $from.nodeAfter : null
  return node && ['image', 'figure'].includes(node.type.name) ? node : undefined
}

export const detailsOf = ({ attrs }: Node): PictureDetails => ({
  alt: attrs['alt'] ?? '',
  caption: attrs['caption'] ?? '',
  size: attrs['size'] ?? 'full',
  position: attrs['position'] ?? 'center',
})

/**
 * Changes the selected picture, which stays selected. An image within a line becomes a figure if more than its
 * alternative text is set.
 */
export function setPicture({ state, view }: Editor, details: PictureDetails): void {
  const node = selectedPicture(state)
  const { figure: type } = state.schema.nodes
  if (!node || !type) return
  const { tr } = state
  const { from } = state.selection
  const { caption, size } = details
  const attrs = { ...details, ...(size === 'full' && { position: 'center' }) }
  if (node.type.name === 'image' && !caption && size === 'full') {
    tr.setNodeAttribute(from, 'alt', details.alt)
  } else if (node.type === type) {
    tr.setNodeMarkup(from, undefined, { ...node.attrs, ...attrs })
  } else {
    replaceNode(tr, type.create({ ...node.attrs, ...attrs }))
  }
  const at = pictureIn(tr, from, { ...attrs, src: node.attrs['src'] })
  if (at !== undefined) tr.setSelection(NodeSelection.create(tr.doc, at))
  view.dispatch(tr.scrollIntoView())
}

/**
 * Replaces the selected node with a block, which splits the node's line in two unless the line contains nothing else.
 */
function replaceNode(tr: Transaction, block: Node): void {
  const { $from, $to, from, to } = tr.selection
  const index = $from.index(-1)
  if ($from.parent.childCount > 1) {
    const before = ($from.nodeBefore?.text ?? '').match(/\s+$/)?.[0].length ?? 0
    const after = ($to.nodeAfter?.text ?? '').match(/^\s+/)?.[0].length ?? 0
    const at = from - before
    tr.delete(at, to + after).replaceRangeWith(at, at, block)
  } else if ($from.node(-1).canReplaceWith(index, index + 1, block.type)) {
    tr.replaceWith($from.before(), $from.after(), block)
  } else {
    // A list item must begin with a line.
    tr.delete(from, to).insert(from + 1, block)
  }
}

/** Returns the position of the picture with these attributes near its previous position. */
function pictureIn({ doc }: Transaction, from: number, attrs: Attrs): number | undefined {
  let position: number | undefined
  doc.nodesBetween(Math.max(0, from - 2), Math.min(doc.content.size, from + 3), (node, at) => {
    const names = Object.keys(node.attrs).filter((name) => name in attrs)
    const isMeant = node.isAtom && names.every((name) => node.attrs[name] === attrs[name])
    if (isMeant && names.length > 0) position ??= at
  })
  return position
}

/** Whether the selection can be linked. A figure cannot, because it is not part of a line. */
export const hasLinkable = (state: EditorState): boolean =>
  !state.selection.empty && selectedPicture(state)?.isBlock !== true

/** Adds an alternative text to all pictures with this `src` that lack one. */
export function describePictures({ state, view }: Editor, src: string, alt: string): void {
  const { tr, doc } = state
  doc.descendants((node, at) => {
    const isPicture = ['image', 'figure'].includes(node.type.name)
    if (isPicture && node.attrs['src'] === src && !node.attrs['alt']) {
      tr.setNodeAttribute(at, 'alt', alt)
    }
  })
  view.dispatch(tr)
}
