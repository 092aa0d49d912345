import { isComposing } from '@typecase/ui/keyboard'
import type { PointerEvent, RefObject } from 'react'
import { useCallback, useState } from 'react'

import { useEvent } from './use-event.ts'

/** Distance in px from the edge of the box at which dragging scrolls it. */
const EDGE = 32

export type StartDrag = (index: number, event: PointerEvent<HTMLElement>) => void

/** Lets the user drag rows by their handle. Alt+↑ and Alt+↓ do the same without a pointer. */
export function useRowDrag(
  move: (from: number, to: number) => void,
  box?: RefObject<HTMLElement | null>,
): { drag: StartDrag; target: { from: number; to: number } | undefined } {
  const [target, setTarget] = useState<{ from: number; to: number }>()

  const drop = useEvent((from: number, to: number | undefined) => {
    setTarget(undefined)
    if (to !== undefined) move(from, to)
  })

  const scrollAt = useEvent((y: number) => scroll(box?.current, y))

  const drag = useCallback<StartDrag>(
    (from, event) => {
      if (event.button !== 0) return
      event.preventDefault()
      const handle: HTMLElement = event.currentTarget
      const controller = new AbortController()
      const { signal } = controller
      let to: number | undefined
      handle.setPointerCapture(event.pointerId)

      handle.addEventListener(
        'pointermove',
        ({ clientX, clientY }: globalThis.PointerEvent) => {
          scrollAt(clientY)
          const under = document.elementFromPoint(clientX, clientY)
          const row = under?.closest<HTMLElement>('[data-row]')
          // A row cannot be dropped into another list.
          if (!row || row.parentElement !== handle.closest('[data-row]')?.parentElement) return
          to = Number(row.dataset['row'])
          setTarget({ from, to })
        },
        { signal },
      )
      function end(isDropped: boolean): void {
        controller.abort()
        drop(from, isDropped ? to : undefined)
      }
      handle.addEventListener('pointerup', () => end(true), { signal })
      handle.addEventListener('pointercancel', () => end(false), { signal })
      window.addEventListener(
        'keydown',
        (press) => {
          if (isComposing(press) || press.key !== 'Escape') return
          press.stopPropagation()
          end(false)
        },
        { signal, capture: true },
      )
    },
    [scrollAt, drop],
  )
  return { drag, target }
}

function scroll(box: HTMLElement | null | undefined, y: number): void {
  if (!box) return
  const { top, bottom } = box.getBoundingClientRect()
  if (y < top + EDGE) box.scrollBy({ top: -12 })
  if (y > bottom - EDGE) box.scrollBy({ top: 12 })
}
