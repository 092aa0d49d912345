import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Collection } from 'react-aria-components/Collection'
import {
  Tree as AriaTree,
  TreeItem,
  TreeItemContent,
  type TreeProps as AriaTreeProps,
} from 'react-aria-components/Tree'
import { Icon } from './icon.tsx'
import styles from './tree.module.css'

/** A node of a `Tree`, with its children. */
export interface TreeNode {
  id: string
  label: string
  icon?: string | undefined
  /** Shown instead of the icon. */
  emoji?: string | undefined
  /** To the right of the label, such as a number. */
  detail?: ReactNode
  /** A link that the app's router follows. */
  href?: string | undefined
  /** The current item: the page itself, or its parent. */
  current?: 'page' | 'true' | undefined
  /** Whether the node can be dragged, in a `MovableTree`. */
  isMovable?: boolean | undefined
  children?: TreeNode[] | undefined
}

export interface TreeProps extends Omit<
  AriaTreeProps<TreeNode>,
  'children' | 'className' | 'style' | 'render' | 'items' | 'renderEmptyState'
> {
  'aria-label': string
  nodes: TreeNode[]
  /** Shown if there are no nodes. */
  empty?: ReactNode
}

function Branch({ node }: { node: TreeNode }) {
  return (
    <TreeItem
      id={node.id}
      value={node}
      textValue={node.label}
      className={styles.item ?? ''}
      {...(node.href ? { href: node.href } : {})}
      render={(dom) => <div {...dom} aria-current={node.current} />}
    >
      <TreeItemContent>
        {({ hasChildItems, allowsDragging }) => (
          <span className={styles.row}>
            {allowsDragging && node.isMovable ? (
              <Button
                slot="drag"
                className={styles.hidden ?? ''}
                aria-label={`Move ${node.label}`}
              />
            ) : null}
            {hasChildItems ? (
              <Button slot="chevron" className={styles.chevron ?? ''}>
                <Icon name="chevron-right" size={12} />
              </Button>
            ) : (
              <span className={styles.chevron} />
            )}
            {node.emoji ? (
              <span className={styles.emoji} aria-hidden="true">
                {node.emoji}
              </span>
            ) : node.icon ? (
              <Icon name={node.icon} size={14} className={styles.icon} />
            ) : null}
            <span className={styles.label}>{node.label}</span>
            {node.detail ? <span className={styles.detail}>{node.detail}</span> : null}
          </span>
        )}
      </TreeItemContent>
      <Collection items={node.children ?? []}>{(child) => <Branch node={child} />}</Collection>
    </TreeItem>
  )
}

/**
 * Nested rows, such as folders. ← and → close and open a row, letters jump. Takes React Aria's props for selection,
 * expansion and drops.
 */
export function Tree({ nodes, empty = 'Nothing here yet', ...rest }: TreeProps) {
  return (
    <AriaTree
      {...rest}
      items={nodes}
      className={styles.tree ?? ''}
      renderEmptyState={() => <span className={styles.empty}>{empty}</span>}
    >
      {(node) => <Branch node={node} />}
    </AriaTree>
  )
}
