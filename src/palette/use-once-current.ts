import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Does something once what is on screen is current: at once, or as soon as it is, unless something else was asked for
 * by then.
 * @param asked what was asked for
 */
export function useOnceCurrent<T>(
  asked: string,
  isOutdated: boolean,
  act: (how: T) => void,
): (how: T) => void {
  const held = useRef<{ asked: string; how: T }>(undefined)
  const release = useEffectEvent((how: T) => act(how))

  // The answer comes from outside.
  useEffect(() => {
    const waiting = held.current
    if (!waiting || (isOutdated && waiting.asked === asked)) return
    held.current = undefined
    if (waiting.asked === asked) release(waiting.how)
  }, [isOutdated, asked])

  return (how) => {
    if (isOutdated) held.current = { asked, how }
    else act(how)
  }
}
