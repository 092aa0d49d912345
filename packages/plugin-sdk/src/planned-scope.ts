import type { JsonObject } from './json.ts'
import { countOf, type Scope, scopeToJson } from './scope.ts'

/** The scope as the plan found it, so that the run can say when it finds more or fewer. */
export function planned(scope: Scope, matched = countOf(scope)): { scope: JsonObject } {
  return { scope: scopeToJson('ids' in scope ? scope : { ...scope, total: matched }) }
}
