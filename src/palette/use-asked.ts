import { useEffect, useState } from 'react'

import { resolved, type Step } from '../commands/steps.ts'
import { useCore } from '../shell/core.tsx'
import type { ArgumentsPage } from './state.ts'

/** A step as it is asked: one that depends on the arguments before it first finds out how. */
export function useAsked(
  page: ArgumentsPage,
  step: Step | undefined,
): { readonly step: Step | undefined; readonly failure?: string } {
  const { host } = useCore()
  const { args } = page
  const [found, setFound] = useState<{ of: Step; args: unknown; step: Step; failure?: string }>()

  // How to ask may be known to the server alone.
  useEffect(() => {
    if (step?.ask.kind !== 'by') return undefined
    const controller = new AbortController()
    const { signal } = controller
    const show = (asked: Step, failure?: string): void => {
      if (!signal.aborted) setFound({ of: step, args, step: asked, ...(failure && { failure }) })
    }
    step.ask.ask({ services: host.services, facts: host.facts.get(), signal, args }).then(
      (ask) => show(resolved(step, ask)),
      (error: unknown) => show(step, error instanceof Error ? error.message : String(error)),
    )
    return () => controller.abort()
  }, [step, host, args])

  if (step?.ask.kind !== 'by' || found?.of !== step || found.args !== args) return { step }
  return { step: found.step, ...(found.failure && { failure: found.failure }) }
}
