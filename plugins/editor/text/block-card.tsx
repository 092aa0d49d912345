import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'

import { RelatedRow } from '../fields/related-row.tsx'
import { useRelated } from '../fields/use-related.tsx'
import { type BlockObject, objectOfBlock } from './object-block.ts'

/** Shows a block of a text: an object by its title, any other block as its source. */
export function BlockCard({ node, editor, deleteNode }: ReactNodeViewProps) {
  const raw = String(node.attrs['raw'])
  const block = objectOfBlock(raw)
  return (
    <NodeViewWrapper data-template={raw} data-card={block ? '' : undefined}>
      {block ? (
        <ObjectCard named={block} onRemove={editor.isEditable ? deleteNode : undefined} />
      ) : (
        raw
      )}
    </NodeViewWrapper>
  )
}

function ObjectCard({
  named,
  onRemove,
}: {
  named: BlockObject
  onRemove: (() => void) | undefined
}) {
  const { id = '', slug, type } = named
  const { objects, isLoading } = useRelated(id ? [id] : [])
  // An object named only by its slug is not looked up: the site decides which locale is meant.
  const bySlug = slug && !id ? { id: '', title: slug, type: type ?? '' } : undefined
  const object = objects.get(id) ?? bySlug
  return <RelatedRow id={id} object={object} isLoading={isLoading} onRemove={onRemove} />
}
