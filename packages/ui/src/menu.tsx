import type { ReactNode } from 'react'
import { Header } from 'react-aria-components/Header'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  SubmenuTrigger,
  type MenuItemProps as AriaMenuItemProps,
  type MenuProps as AriaMenuProps,
} from 'react-aria-components/Menu'
import { Separator } from 'react-aria-components/Separator'
import { Text } from 'react-aria-components/Text'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { ariaKeyShortcuts, Kbd } from './kbd.tsx'
import styles from './menu.module.css'
import { Float, type FloatProps } from './popover.tsx'

export { MenuTrigger, SubmenuTrigger }

export interface MenuProps<T> extends Omit<AriaMenuProps<T>, 'className' | 'style' | 'render'> {
  placement?: FloatProps['placement']
  /** For a menu without a `MenuTrigger`: its anchor, and whether it is open. */
  float?: Pick<FloatProps, 'triggerRef' | 'isOpen' | 'onOpenChange'>
}

/** A menu in its popover: `<MenuTrigger><Button/><Menu aria-label="…"><MenuItem/></Menu></MenuTrigger>`. */
export function Menu<T extends object>({
  placement = 'bottom start',
  float,
  ...rest
}: MenuProps<T>) {
  return (
    <Float placement={placement} {...float}>
      <AriaMenu {...rest} className={styles.menu ?? ''} />
    </Float>
  )
}

export interface MenuItemProps extends Omit<
  AriaMenuItemProps,
  'children' | 'className' | 'style' | 'render'
> {
  children: ReactNode
  icon?: string | ReactNode
  /** A tinykeys binding, shown in a column on the right. The item does not listen to it. */
  kbd?: string | undefined
  description?: ReactNode
  /** Why the item cannot be chosen now. It stays focusable, says the reason and does nothing. */
  disabledReason?: string | undefined
  isDestructive?: boolean | undefined
  /** Marks a link to the current page. */
  isCurrent?: boolean | undefined
}

/** An item of a menu. In a section with a selection it shows a check mark. */
export function MenuItem({
  children,
  icon,
  kbd,
  description,
  disabledReason,
  isDestructive,
  isCurrent,
  onAction,
  ...rest
}: MenuItemProps) {
  const isBlocked = disabledReason !== undefined
  return (
    <AriaMenuItem
      textValue={typeof children === 'string' ? children : ''}
      {...rest}
      shouldCloseOnSelect={isBlocked ? false : (rest.shouldCloseOnSelect ?? true)}
      onAction={() => {
        if (!isBlocked) onAction?.()
      }}
      className={classNames(styles.item, isDestructive && styles.destructive)}
      render={(dom) => {
        const aria = {
          ...(isBlocked ? { 'aria-disabled': true } : {}),
          ...(kbd ? { 'aria-keyshortcuts': ariaKeyShortcuts(kbd) } : {}),
          ...(isCurrent ? { 'aria-current': 'page' as const } : {}),
        }
        // React Aria passes `href` only to items that are links.
        if (!('href' in dom)) return <div {...dom} {...aria} />
        return (
          <a {...dom} {...aria}>
            {dom.children}
          </a>
        )
      }}
    >
      {({ selectionMode, isSelected, hasSubmenu }) => (
        <>
          {selectionMode !== 'none' ? (
            <span className={styles.icon}>{isSelected ? <Icon name="check" /> : null}</span>
          ) : null}
          {icon ? (
            <span className={styles.icon}>
              {typeof icon === 'string' ? <Icon name={icon} /> : icon}
            </span>
          ) : null}
          <span className={styles.words}>
            <Text slot="label">{children}</Text>
            {isBlocked || description ? (
              <Text slot="description" className={styles.description ?? ''}>
                {disabledReason ?? description}
              </Text>
            ) : null}
          </span>
          {kbd ? <Kbd binding={kbd} /> : null}
          {hasSubmenu ? <Icon name="chevron-right" size={14} /> : null}
        </>
      )}
    </AriaMenuItem>
  )
}

export interface MenuSectionProps {
  title?: string | undefined
  children: ReactNode
  selectionMode?: 'none' | 'single' | 'multiple' | undefined
  selectedKeys?: Iterable<string> | undefined
  onSelectionChange?: ((keys: Set<string>) => void) | undefined
}

/** A titled group of items; with a `selectionMode`, its items are radio or check items. */
export function MenuSection({
  title,
  children,
  selectionMode,
  selectedKeys,
  onSelectionChange,
}: MenuSectionProps) {
  return (
    <AriaMenuSection
      className={styles.section ?? ''}
      {...(title ? {} : { 'aria-label': 'More' })}
      {...(selectionMode ? { selectionMode } : {})}
      {...(selectedKeys ? { selectedKeys } : {})}
      onSelectionChange={(keys) => {
        if (keys !== 'all') onSelectionChange?.(new Set([...keys].map(String)))
      }}
    >
      {title ? <Header className={styles.header ?? ''}>{title}</Header> : null}
      {children}
    </AriaMenuSection>
  )
}

/** A hairline between groups without titles. */
export function MenuSeparator() {
  return <Separator className={styles.separator ?? ''} />
}
