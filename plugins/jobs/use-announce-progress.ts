import { useService } from '@typecase/plugin-sdk/react/services'
import { Announcer } from '@typecase/plugin-sdk/services'
import { useEffect, useRef } from 'react'

/** Per cent between two words about a job. */
const STEP = 25

interface Progress {
  readonly id: string
  readonly title: string
  readonly percent: number
}

/** Tells those who do not see the bars how far things are: at every quarter, once. */
export function useAnnounceProgress(rows: readonly Progress[]): void {
  const announcer = useService(Announcer)
  const told = useRef(new Map<string, number>())
  // The outside system is the live region.
  useEffect(() => {
    for (const { id, title, percent } of rows) {
      const step = Math.floor(percent / STEP) * STEP
      if (step > (told.current.get(id) ?? 0)) announcer.say(`${title}: ${step} %`)
      told.current.set(id, step)
    }
  }, [rows, announcer])
}
