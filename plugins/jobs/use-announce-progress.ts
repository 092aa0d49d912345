import { useService } from '@typecase/plugin-sdk/react/services'
import { Announcer } from '@typecase/plugin-sdk/services'
import { useEffect, useRef } from 'react'

/** Per cent between two words about a job. */
const STEP = 25

interface Progress {
  /** What it is about: the same for a job of the server and for the command that follows it. */
  readonly about: string
  readonly percent: number
}

/** Tells those who do not see the bars how far things are: at every quarter, once. */
export function useAnnounceProgress(rows: readonly Progress[]): void {
  const announcer = useService(Announcer)
  const told = useRef(new Map<string, number>())
  // The outside system is the live region.
  useEffect(() => {
    for (const { about, percent } of rows) {
      const step = Math.floor(percent / STEP) * STEP
      const before = told.current.get(about) ?? 0
      if (step > before) announcer.say(`${about}: ${step} %`)
      // One that begins anew is another one of the same name; one that seems to go back was read late.
      told.current.set(about, percent === 0 ? 0 : Math.max(step, before))
    }
  }, [rows, announcer])
}
