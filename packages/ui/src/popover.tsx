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
  /** As wide as what opened it, such as a select's list. */
  isTriggerWide?: boolean | undefined
}

/** The floating surface alone, for lists and menus that bring their own role. */
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
  /** Leaves the inner space to the content. */
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
