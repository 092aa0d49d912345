import { type MacroCall, macroCalls, type MacroStep, notInSteps } from '@typecase/contract/macros'
import type { ServerCall } from '@typecase/plugin-sdk/server-call'

const isMacroCall = (id: string): id is MacroCall => (macroCalls as readonly string[]).includes(id)

/** The step that does what a call did, to whatever objects; undefined for a call that no macro can make. */
export function stepOf({ endpoint, body }: ServerCall): MacroStep | undefined {
  if (!isMacroCall(endpoint.id) || typeof body !== 'object' || body === null) return undefined
  const own = Object.entries(body).filter(
    ([key, value]) => !notInSteps.includes(key) && value !== undefined,
  )
  return { call: endpoint.id, body: Object.fromEntries(own) }
}
