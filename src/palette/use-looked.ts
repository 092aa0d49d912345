import type { PickerRow } from '@typecase/plugin-sdk/ask'
import { useEffect, useState } from 'react'

import { describeMoment, parseMoment } from '../commands/answers.ts'
import type { Step } from '../commands/steps.ts'
import { useCore } from '../shell/core.tsx'
import type { ArgumentsPage } from './state.ts'
import type { Looked } from './step-rows.ts'

const none: readonly PickerRow[] = []

/** With what it is an answer to. */
interface Found extends Looked {
  readonly step?: Step
  readonly args?: unknown
  readonly query?: string
}

/** Asks the picker of a step, or reads the date that was typed; stale answers are dropped. */
export function useLooked(page: ArgumentsPage, step: Step | undefined): Looked {
  const { host } = useCore()
  const { query, args } = page
  const [found, setFound] = useState<Found>({ rows: none, isPending: true })

  // The picker and the parser are outside, and answer later.
  useEffect(() => {
    const ask = step?.ask
    const controller = new AbortController()
    const { signal } = controller
    const show = (next: Omit<Looked, 'isPending'>): void => {
      if (!signal.aborted)
        setFound({ ...(step && { step }), args, query, isPending: false, ...next })
    }
    const search = ask && 'search' in ask ? ask.search : undefined
    if (search) {
      const context = { services: host.services, facts: host.facts.get(), signal, args }
      search(query, context).then(
        (rows) => show({ rows: rows.slice(0, 50) }),
        (error: unknown) =>
          show({ rows: none, failure: error instanceof Error ? error.message : String(error) }),
      )
    } else if (ask?.kind === 'date' && query.trim() !== '') {
      void parseMoment(query, new Date()).then((moment) =>
        show({ rows: none, ...(moment && { moment: describeMoment(moment.date.getTime()) }) }),
      )
    }
    return () => controller.abort()
  }, [step, host, query, args])

  // While the next answer is on its way the last one stays, so that the list does not flicker.
  const isAboutThis = found.step === step && found.args === args
  if (isAboutThis && found.query === query) return found
  return { rows: isAboutThis ? found.rows : none, isPending: true }
}
