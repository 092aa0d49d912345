import type { ReactNode, Ref } from 'react'
import { Button, type ButtonProps } from 'react-aria-components/Button'
import { ariaKeyShortcuts } from './kbd.tsx'

export interface PlainButtonProps extends Omit<
  ButtonProps,
  'children' | 'className' | 'style' | 'render'
> {
  children: ReactNode
  className: string | undefined
  /** A tinykeys binding, exposed to assistive technology. The button does not listen to it. */
  keys?: string | undefined
  /** The button cannot be pressed now, but stays focusable, so it can say why. */
  isBlocked?: boolean | undefined
  /** The browser's own tooltip. */
  title?: string | undefined
  ref?: Ref<HTMLButtonElement>
}

/** An unstyled button for lists, rails and chips. */
export function PlainButton({
  className,
  keys,
  isBlocked,
  title,
  onPress,
  ...rest
}: PlainButtonProps) {
  return (
    <Button
      {...rest}
      {...(onPress && !isBlocked && { onPress })}
      className={className ?? ''}
      render={(dom) => (
        <button
          {...dom}
          title={title}
          aria-keyshortcuts={keys && ariaKeyShortcuts(keys)}
          aria-disabled={isBlocked || undefined}
        />
      )}
    />
  )
}
