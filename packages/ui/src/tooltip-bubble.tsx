import type { ReactNode, RefObject } from 'react'
import {
  Tooltip as AriaTooltip,
  type TooltipProps as AriaTooltipProps,
  TooltipTriggerStateContext,
} from 'react-aria-components/Tooltip'
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState'
import { Kbd } from './kbd.tsx'
import styles from './tooltip.module.css'

export interface TooltipBubbleProps {
  id?: string | undefined
  label: ReactNode
  /** A tinykeys binding, shown after the label. */
  kbd?: string | undefined
  placement?: AriaTooltipProps['placement']
  state: TooltipTriggerState
  triggerRef: RefObject<Element | null>
}

/** The bubble of a tooltip, next to its control. */
export function TooltipBubble({ label, kbd, placement, state, ...rest }: TooltipBubbleProps) {
  return (
    <TooltipTriggerStateContext value={state}>
      <AriaTooltip
        {...rest}
        className={styles.tooltip ?? ''}
        placement={placement ?? 'bottom'}
        offset={6}
      >
        <span>{label}</span>
        {kbd ? <Kbd binding={kbd} isInherited /> : null}
      </AriaTooltip>
    </TooltipTriggerStateContext>
  )
}
