import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Tag,
  TagGroup as AriaTagGroup,
  TagList,
  type TagGroupProps as AriaTagGroupProps,
} from 'react-aria-components/TagGroup'
import { Label } from 'react-aria-components/Label'
import chip from './chip.module.css'
import { classNames } from './class-names.ts'
import fieldStyles from './field.module.css'
import { Icon } from './icon.tsx'
import styles from './tag-group.module.css'

/** One tag of a `TagGroup`. */
export interface TagItem {
  id: string
  label: string
  icon?: string | ReactNode
  isDisabled?: boolean | undefined
}

export interface TagGroupProps extends Omit<
  AriaTagGroupProps,
  'children' | 'className' | 'style' | 'render' | 'onRemove'
> {
  label?: ReactNode
  items: TagItem[]
  /** Gives each tag a Remove button; Backspace and Delete remove the focused or selected tags. */
  onRemove?: ((ids: string[]) => void) | undefined
  /** Shown if there are no tags. */
  empty?: ReactNode
}

/** A list of chips that can be moved through with the arrow keys, such as chosen subjects or arguments. */
export function TagGroup({ label, items, onRemove, empty = 'None', ...rest }: TagGroupProps) {
  return (
    <AriaTagGroup
      {...rest}
      {...(onRemove ? { onRemove: (keys) => onRemove([...keys].map(String)) } : {})}
      className={styles.group ?? ''}
    >
      {label ? <Label className={fieldStyles.label ?? ''}>{label}</Label> : null}
      <TagList
        items={items}
        className={styles.list ?? ''}
        renderEmptyState={() => <span className={styles.empty}>{empty}</span>}
      >
        {(item) => (
          <Tag
            id={item.id}
            textValue={item.label}
            isDisabled={item.isDisabled ?? false}
            className={classNames(chip.chip, styles.tag)}
          >
            {({ allowsRemoving }) => (
              <>
                {typeof item.icon === 'string' ? <Icon name={item.icon} size={12} /> : item.icon}
                {item.label}
                {allowsRemoving ? (
                  <Button slot="remove" className={styles.remove ?? ''}>
                    <Icon name="x" size={12} />
                  </Button>
                ) : null}
              </>
            )}
          </Tag>
        )}
      </TagList>
    </AriaTagGroup>
  )
}
