import type { ReactNode } from 'react'
import { Dialog as AriaDialog, DialogTrigger } from 'react-aria-components/Dialog'
import {
  Popover as AriaPopover,
  type PopoverProps as AriaPopoverProps,
} from 'react-aria-components/Popover'
import { classNames } from './class-names.ts'
import styles from './popover.module.css'

export { DialogTrigger as PopoverTrigger }

export interface FloatProps extends Omit<AriaPopoverProps, 'className' | 'style' | 'render'> {
  children: ReactNode
  /** As wide as its trigger, such as the list of a select. */
  isTriggerWide?: boolean | undefined
}

/** The floating surface alone, for lists and menus, which have their own role. */
export function Float({ children, isTriggerWide, ...rest }: FloatProps) {
  return (
    <AriaPopover
      offset={4}
      {...rest}
      className={classNames(styles.float, isTriggerWide && styles.triggerWide)}
    >
      {children}
    </AriaPopover>
  )
}

export interface PopoverProps extends FloatProps {
  'aria-label'?: string
  /** Removes the padding, which the content then provides. */
  isFlush?: boolean | undefined
}

/**
 * A small non-modal dialog next to its trigger: `<PopoverTrigger><Button/><Popover aria-label="…"/></PopoverTrigger>`.
 */
export function Popover({ children, 'aria-label': label, isFlush, ...rest }: PopoverProps) {
  return (
    <Float {...rest}>
      <AriaDialog
        className={classNames(styles.dialog, !isFlush && styles.padded)}
        {...(label ? { 'aria-label': label } : {})}
      >
        {children}
      </AriaDialog>
    </Float>
  )
}
