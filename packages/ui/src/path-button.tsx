import { useEffect, useRef, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

export interface PathButtonProps extends Omit<ButtonProps, 'children' | 'variant' | 'tooltip'> {
  children: string
}

/** A step of a path, such as a project: cut where there is little room, with all of its name in a tooltip then. */
export function PathButton({ children, ...rest }: PathButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isCut, setCut] = useState(false)
  // Watches the width that the layout leaves: a tooltip must be there before the pointer is.
  useEffect(() => {
    const { current } = button
    if (!current) return undefined
    const observer = new ResizeObserver(() => setCut(isNameCut(current)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return (
    <Button {...rest} ref={button} variant="quiet" tooltip={isCut ? children : undefined}>
      {children}
    </Button>
  )
}

const isNameCut = (button: HTMLElement): boolean =>
  [...button.querySelectorAll('span')].some(
    ({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  )
