import {
  cloneElement,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { KeyboardEvent as AriaKeyboardEvent } from 'react-aria-components'
import { mergeProps } from 'react-aria/mergeProps'
import { useTooltipTrigger } from 'react-aria/useTooltipTrigger'
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState'

import type * as BubbleModule from './tooltip-bubble.tsx'

export interface TooltipProps extends Pick<BubbleModule.TooltipBubbleProps, 'kbd' | 'placement'> {
  /** Without a label there is no tooltip. */
  label: ReactNode
  /** One React Aria control, such as `Button` or `Link`. Our `Button` has a `tooltip` prop. */
  children: ReactElement<HTMLAttributes<HTMLElement> & RefAttributes<HTMLElement>>
  /** Time in ms between hover and the tooltip. */
  delay?: number | undefined
  /** Time in ms that it stays after the pointer has left, unless another one opens. */
  closeDelay?: number | undefined
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  shouldCloseOnPress?: boolean
}

/** Names or explains a control on hover and on keyboard focus. Everything in it must also be available elsewhere. */
export function Tooltip({
  children,
  label,
  kbd,
  placement,
  delay = 400,
  closeDelay = 0,
  ...rest
}: TooltipProps) {
  const isDisabled = label === undefined || label === null
  const options = { ...rest, delay, closeDelay, isDisabled }
  const state = useTooltipTriggerState(options)
  const control = useRef<HTMLElement>(null)
  const { triggerProps, tooltipProps } = useTooltipTrigger(options, state, control)
  const trigger = {
    ...triggerProps,
    onKeyDown(event: KeyboardEvent<HTMLElement> & Partial<AriaKeyboardEvent>) {
      triggerProps.onKeyDown?.(event)
      // The library stops the event at a control with key handlers; without this, Escape would not close its dialog.
      event.continuePropagation?.()
    },
  }
  const bubble = useBubbleModule(state.isOpen)
  return (
    <>
      {/* oxlint-disable-next-line react/refs -- merged with the control's own, not read */}
      {cloneElement(children, mergeProps(trigger, children.props, { ref: control }))}
      {bubble ? (
        <bubble.TooltipBubble
          {...{ id: tooltipProps.id, label, kbd, placement, state }}
          triggerRef={control}
        />
      ) : null}
    </>
  )
}

/**
 * Loads the bubble's code when a tooltip first opens: the code that positions it is larger than the login screen. If it
 * cannot be loaded, only the tooltip is missing.
 */
function useBubbleModule(isOpen: boolean): typeof BubbleModule | undefined {
  const [module, setModule] = useState<typeof BubbleModule>()
  const shouldLoad = isOpen && !module
  useEffect(() => {
    if (shouldLoad) import('./tooltip-bubble.tsx').then(setModule, () => undefined)
  }, [shouldLoad])
  return module
}
