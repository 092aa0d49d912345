import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'

import { Tree, type TreeNode, type TreeProps } from './tree.tsx'
import styles from './tree.module.css'

/** Where a row is moved to: into another one, or beside it. */
export interface TreeMove {
  id: string
  target: string
  position: 'on' | 'before' | 'after'
}

interface MovableTreeProps extends Omit<TreeProps, 'dragAndDropHooks'> {
  onMove: (move: TreeMove) => void
}

/** Only rows of a tree like this one can be dropped on it. */
const ROW = 'application/x-tree-row'

/**
 * A tree whose rows one drags onto others or between them: by pointer, or by the button that each `isMovable` row has for
 * assistive technology. The owner applies `onMove` to its nodes.
 */
export function MovableTree({ onMove, ...rest }: MovableTreeProps) {
  const { dragAndDropHooks } = useDragAndDrop<TreeNode>({
    getItems: (_keys, dragged) =>
      dragged.map(({ id, label, isMovable }) => ({
        'text/plain': label,
        ...(isMovable && { [ROW]: id }),
      })),
    acceptedDragTypes: [ROW],
    onMove({ keys, target }) {
      const [id] = [...keys].map(String)
      if (id !== undefined)
        onMove({ id, target: String(target.key), position: target.dropPosition })
    },
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className={styles.drop ?? ''} />
    ),
  })
  return <Tree {...rest} dragAndDropHooks={dragAndDropHooks} />
}
