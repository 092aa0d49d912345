import { useRef, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

export interface PathButtonProps extends Omit<ButtonProps, 'children' | 'variant' | 'tooltip'> {
  children: string
}

/** A step of a path, such as a project: cut where there is little room, with all of its name in a tooltip then. */
export function PathButton({ children, ...rest }: PathButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isCut, setCut] = useState(false)
  const measure = () => setCut(button.current !== null && isNameCut(button.current))
  return (
    <Button
      {...rest}
      ref={button}
      variant="quiet"
      tooltip={isCut ? children : undefined}
      onHoverStart={measure}
      onFocus={measure}
    >
      {children}
    </Button>
  )
}

const isNameCut = (button: HTMLElement): boolean =>
  [...button.querySelectorAll('span')].some(
    ({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  )
