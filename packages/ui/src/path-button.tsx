import { useEffect, useRef, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

export interface PathButtonProps extends Omit<ButtonProps, 'children' | 'variant' | 'tooltip'> {
  children: string
}

/** A step of a path, such as a project. If there is little room the name is cut off, and a tooltip shows all of it. */
export function PathButton({ children, ...rest }: PathButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isCut, setCut] = useState(false)
  // Watches the width that the layout leaves, since the tooltip must exist before the pointer arrives.
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
