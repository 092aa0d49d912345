import { useId, useState, type ReactNode, type Ref } from 'react'
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  type PressEvent,
} from 'react-aria-components/Button'
import { ProgressBar } from 'react-aria-components/ProgressBar'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { ariaKeyShortcuts, Kbd } from './kbd.tsx'
import { Tooltip, type TooltipProps } from './tooltip.tsx'

export interface ButtonProps extends Omit<
  AriaButtonProps,
  'children' | 'className' | 'style' | 'render' | 'isPending'
> {
  children?: ReactNode
  /** `primary` is the one main action of a screen; `quiet` has no frame until hovered. */
  variant?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined
  /** An icon's name, or an element. A button with an icon and no children needs an `aria-label`. */
  icon?: string | ReactNode
  /** A tinykeys binding, shown as a key cap and exposed to assistive technology. The button does not listen to it. */
  kbd?: string | undefined
  /** Why the button cannot be pressed now. It stays focusable and says the reason. */
  disabledReason?: string | undefined
  isPending?: boolean | undefined
  /** Shown on hover and focus. An icon-only button shows its `aria-label` by default. */
  tooltip?: ReactNode
  tooltipPlacement?: TooltipProps['placement'] | undefined
  /** Highlights the button, such as that of an open panel. */
  isActive?: boolean | undefined
  /** Makes the button as wide as its container, such as a narrow card. */
  isWide?: boolean | undefined
  ref?: Ref<HTMLButtonElement>
}

/** A button without logic of its own. The key cap is not part of its accessible name. */
export function Button({
  children,
  variant = 'plain',
  icon,
  kbd,
  disabledReason,
  isPending = false,
  tooltip,
  tooltipPlacement,
  isActive,
  isWide,
  onPress,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const [isTipOpen, setTipOpen] = useState(false)
  const isIconOnly = children === undefined || children === null
  const tip = disabledReason ?? tooltip ?? (isIconOnly ? rest['aria-label'] : undefined)
  const isBlocked = disabledReason !== undefined

  function handlePress(event: PressEvent) {
    // Touch has no hover: pressing a blocked button is the way to ask why.
    if (isBlocked) setTipOpen(true)
    else onPress?.(event)
  }

  return (
    // Rendered even without a tip: removing the tooltip would remount the button and drop its focus.
    <Tooltip
      label={tip}
      kbd={isIconOnly && !isBlocked ? kbd : undefined}
      placement={tooltipPlacement}
      shouldCloseOnPress={!isBlocked}
      isOpen={isTipOpen && tip !== undefined}
      onOpenChange={setTipOpen}
    >
      <AriaButton
        {...rest}
        {...(isBlocked ? { type: 'button' as const } : {})}
        isPending={isPending}
        onPress={handlePress}
        className={classNames(
          styles.button,
          styles[variant],
          isIconOnly && styles.iconOnly,
          isWide && styles.wide,
        )}
        render={(dom) => (
          <button
            {...dom}
            {...(kbd ? { 'aria-keyshortcuts': ariaKeyShortcuts(kbd) } : {})}
            {...(isBlocked
              ? {
                  'aria-disabled': true,
                  'aria-describedby': classNames(rest['aria-describedby'], reasonId),
                }
              : {})}
            data-active={isActive || undefined}
            data-danger={variant === 'danger' || undefined}
          />
        )}
      >
        <span className={styles.content}>
          {typeof icon === 'string' ? <Icon name={icon} /> : icon}
          {isIconOnly ? null : <span className={styles.label}>{children}</span>}
          {kbd && !isIconOnly ? <Kbd binding={kbd} isInherited={variant === 'primary'} /> : null}
        </span>
        {isPending ? (
          <ProgressBar aria-label="Pending" isIndeterminate className={styles.ring ?? ''} />
        ) : null}
        {isBlocked ? (
          <span id={reasonId} hidden>
            {disabledReason}
          </span>
        ) : null}
      </AriaButton>
    </Tooltip>
  )
}
