import type { JsonObject } from '@typecase/plugin-sdk/json'
import { countOf, type Scope, scopeToJson } from '@typecase/plugin-sdk/scope'

/** The scope as the plan found it, so that the run can say when it finds more or fewer. */
export function planned(scope: Scope, matched = countOf(scope)): { scope: JsonObject } {
  return { scope: scopeToJson('ids' in scope ? scope : { ...scope, total: matched }) }
}
