import type { RunContext } from '@typecase/plugin-sdk/command'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import type { Plan } from '@typecase/plugin-sdk/plan'
import type { Scope } from '@typecase/plugin-sdk/scope'

import { scopeRows, type ScopeRow } from './scope-rows.ts'
import { objectsInWords } from './words.ts'

/** Changes that a plan lists one by one. */
const LISTED = 200
/** Estimated milliseconds an object takes. */
const PER_OBJECT = 2

/** What a bulk command would do to one object: the field before and after, or why nothing. */
export type Verdict =
  | { readonly field: string; readonly before: string; readonly after: string }
  | { readonly skipped: string }

/** The dry run of a command over a scope. Applying it runs with exactly these objects. */
export async function planBulk(
  verb: string,
  scope: Scope,
  judge: (row: ScopeRow) => Verdict,
  context: RunContext,
  rest: JsonObject = {},
): Promise<Plan> {
  const rows = await scopeRows(scope, context)
  const judged = rows.map((row) => ({ row, verdict: judge(row) }))
  const changing = judged.flatMap(({ row, verdict }) =>
    'skipped' in verdict ? [] : [{ id: row.id, label: row.title || 'Untitled', ...verdict }],
  )
  const reasons = new Map<string, string[]>()
  for (const { row, verdict } of judged) {
    if (!('skipped' in verdict)) continue
    reasons.set(verdict.skipped, [...(reasons.get(verdict.skipped) ?? []), row.id])
  }
  const ids = changing.map(({ id }) => id)
  return {
    title: `${verb} ${objectsInWords(ids.length)}`,
    counts: [{ label: 'Objects', value: ids.length }],
    skipped: [...reasons].map(([reason, skipped]) => ({
      reason,
      count: skipped.length,
      ids: skipped,
    })),
    changes: changing.slice(0, LISTED),
    total: ids.length,
    isReversible: true,
    duration: ids.length * PER_OBJECT,
    args: { ...rest, scope: { kind: 'ids', ids } },
  }
}
