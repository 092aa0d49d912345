import type { BodyOf } from '@typecase/contract/endpoint'
import type { ErrorDetail } from '@typecase/contract/errors'
import type { Metafield } from '@typecase/contract/metafields'
import { migrateObjectType } from '@typecase/contract/object-types-migrate'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import type { RunContext } from '@typecase/plugin-sdk/command'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'

import { changesOf, countsOf, describeMigration, warningsOf } from './migration-words.ts'
import { UNDO_TIME } from '@typecase/content/words/undo'

export type MigrateBody = BodyOf<typeof migrateObjectType>

/** Plans a migration with a dry run on the server. If no object has such values, there is nothing to review. */
export async function planMigration(
  body: MigrateBody,
  { services, signal }: RunContext,
): Promise<Plan> {
  const answer = await services
    .get(Api)
    .call(migrateObjectType, { body: { ...body, dry_run: true } }, { signal })
    .catch((reason: unknown) => {
      throw ofArguments(reason)
    })
  const { modified = 0, fields = [], object_type: type } = answer
  return {
    title: describeMigration(fields, type?.title ?? body.object_type),
    counts: countsOf(answer),
    skipped: [],
    changes: changesOf(answer),
    total: modified,
    isReversible: answer.is_reversible ?? true,
    undoTime: UNDO_TIME,
    warnings: warningsOf(answer),
    isNothingToReview: modified === 0,
    ...(answer.estimated_ms !== undefined && { duration: answer.estimated_ms }),
    // The revision ensures that the run changes exactly what was reviewed, or nothing.
    args: type ? { rev: type.rev } : {},
  }
}

/** Renames the paths in a server error to the arguments, so that the palette asks for them again. */
function ofArguments(reason: unknown): unknown {
  if (!isApiError(reason, 'invalid')) return reason
  const details = reason.details.map((detail): ErrorDetail => {
    const { path } = detail
    if (/\.(?:new_)?key$/.test(path)) return { ...detail, path: 'new_key' }
    if (/\.(?:new_)?type$/.test(path)) return { ...detail, path: 'new_type' }
    return detail.rule === 'options' || path.includes('.options')
      ? { ...detail, path: 'choices' }
      : detail
  })
  return Object.assign(new Refusal(reason.message, { cause: reason }), { details })
}

/** Whether a stored field, at any depth, gets another key or type, so that its values have to change as well. */
export function hasMigration(before: readonly Metafield[], after: readonly Metafield[]): boolean {
  return before.some((field) => {
    const next = field.id === undefined ? undefined : after.find(({ id }) => id === field.id)
    if (!next) return false
    if (next.key !== field.key || next.type !== field.type) return true
    return hasMigration(innerOf(field), innerOf(next))
  })
}

const innerOf = ({ children, repeater_fields: rows }: Metafield) => [
  ...(children ?? []),
  ...(rows ?? []),
]
