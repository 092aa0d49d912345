import type { ReactElement, ReactNode } from 'react'
import {
  Tooltip as AriaTooltip,
  TooltipTrigger,
  type TooltipProps as AriaTooltipProps,
} from 'react-aria-components/Tooltip'
import { Kbd } from './kbd.tsx'
import styles from './tooltip.module.css'

type Placement = NonNullable<AriaTooltipProps['placement']>

export interface TooltipBubbleProps {
  label: ReactNode
  /** A tinykeys binding, shown after the label. */
  kbd?: string | undefined
  placement?: Placement | undefined
}

/** The bubble alone, for a component that has its own RAC `TooltipTrigger`. */
export function TooltipBubble({ label, kbd, placement = 'bottom' }: TooltipBubbleProps) {
  return (
    <AriaTooltip className={styles.tooltip ?? ''} placement={placement} offset={6}>
      <span>{label}</span>
      {kbd ? <Kbd binding={kbd} isInherited /> : null}
    </AriaTooltip>
  )
}

export interface TooltipProps extends TooltipBubbleProps {
  /** One RAC control, such as `Button` or `Link`. Our `Button` has a `tooltip` prop of its own. */
  children: ReactElement
  /** Time in ms between hover and the bubble. */
  delay?: number | undefined
}

/** Names or explains a control on hover and on keyboard focus; it must never hold what cannot be read elsewhere. */
export function Tooltip({ children, delay = 400, ...bubble }: TooltipProps) {
  return (
    <TooltipTrigger delay={delay} closeDelay={0}>
      {children}
      <TooltipBubble {...bubble} />
    </TooltipTrigger>
  )
}
