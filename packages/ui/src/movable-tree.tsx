import {
  type DropItem,
  DropIndicator,
  isFileDropItem,
  isTextDropItem,
  useDragAndDrop,
} from 'react-aria-components/useDragAndDrop'

import { Tree, type TreeNode, type TreeProps } from './tree.tsx'
import styles from './tree.module.css'

/** The target of a move: inside another row, or next to it. */
export interface TreeMove {
  id: string
  target: string
  position: 'on' | 'before' | 'after'
}

/** A drop from outside the tree onto a row: data of the accepted type, or files. */
export interface TreeDrop {
  target: string
  text: string | undefined
  files: readonly File[]
}

interface MovableTreeProps extends Omit<TreeProps, 'dragAndDropHooks'> {
  onMove: (move: TreeMove) => void
  /** Accepts files, and drags that carry this type. */
  accepts?: { type: string; onDrop: (drop: TreeDrop) => void }
}

/** The drag type of movable rows: a tree accepts no other text. */
const ROW = 'application/x-tree-row'

/**
 * A tree whose rows can be dragged onto or between others: with a pointer, or for assistive technology with the button
 * in each `isMovable` row. The owner applies `onMove` to its nodes.
 */
export function MovableTree({ onMove, accepts, ...rest }: MovableTreeProps) {
  const { dragAndDropHooks } = useDragAndDrop<TreeNode>({
    getItems: (_keys, dragged) =>
      dragged.map(({ id, label, isMovable }) => ({
        'text/plain': label,
        ...(isMovable && { [ROW]: id }),
      })),
    // Files can have any type.
    acceptedDragTypes: accepts ? 'all' : [ROW],
    getDropOperation: (_target, types, allowed) =>
      types.has(ROW) || !types.has('text/plain') ? (allowed[0] ?? 'move') : 'cancel',
    onMove({ keys, target }) {
      const [id] = [...keys].map(String)
      if (id !== undefined)
        onMove({ id, target: String(target.key), position: target.dropPosition })
    },
    ...(accepts && {
      onItemDrop({ items, target, isInternal }) {
        if (isInternal) return
        void hand(accepts, String(target.key), items)
      },
    }),
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className={styles.drop ?? ''} />
    ),
  })
  return <Tree {...rest} dragAndDropHooks={dragAndDropHooks} />
}

/** Passes on dropped files and data of the accepted type; ignores everything else. */
async function hand(
  { type, onDrop }: NonNullable<MovableTreeProps['accepts']>,
  target: string,
  items: readonly DropItem[],
): Promise<void> {
  const dropItem = items.find((item) => isTextDropItem(item) && item.types.has(type))
  const text = dropItem && isTextDropItem(dropItem) ? await dropItem.getText(type) : undefined
  const files = await Promise.all(items.filter(isFileDropItem).map((item) => item.getFile()))
  if (text !== undefined || files.length > 0) onDrop({ target, text, files })
}
