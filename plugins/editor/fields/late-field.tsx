import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'

import type { Path } from '@typecase/content/object/path'
import { useSessionState } from '../use-session.tsx'
import { isWithin } from './use-scroll-target.ts'
import styles from './field-list.module.css'

/** Distance beyond the viewport within which fields render, because the next Tab must find one. */
const AHEAD = '800px'

/**
 * A field of a long form. It shows only its title until it comes near the viewport, and stays rendered from then on.
 */
export function LateField({
  path,
  title,
  height,
  children,
}: {
  path: Path
  title: string
  height: number
  children: ReactNode
}) {
  const [isNear, setNear] = useState(false)
  const isTarget = useSessionState(
    ({ target }) => target !== undefined && isWithin(target.path, path),
  )
  const container = useRef<HTMLDivElement>(null)

  // Only the browser knows what is in view.
  useEffect(() => {
    const element = container.current
    if (!element || isNear) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: AHEAD,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [isNear])

  if (isNear || isTarget) return children
  return (
    <div ref={container} role="group" aria-label={title} style={{ height }}>
      <span className={styles.waiting}>{title}</span>
    </div>
  )
}
