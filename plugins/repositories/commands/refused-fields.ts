import { isApiError } from '@typecase/plugin-sdk/api-error'
import type { Outcome, RunContext } from '@typecase/plugin-sdk/command'

import { refreshRepositories } from '../queries.ts'

/** Id of the failure where somebody else saved first. */
export const STALE = 'stale'

/**
 * What the server refused of a form, for the form: each reason stands at its field, by the path in the call, and not in a
 * notification as well.
 * @throws the error where no form sent it, or it is another one
 */
export async function refusedFields(
  error: unknown,
  { services, source }: Pick<RunContext, 'services' | 'source'>,
): Promise<Outcome> {
  if (source !== 'button' || !isApiError(error, 'invalid', 'conflict', 'stale')) throw error
  if (error.code === 'stale') {
    await refreshRepositories(services)
    return { message: '', failures: [{ id: STALE, reason: error.message }] }
  }
  const failures = error.details.map(({ path, message }) => ({ id: path, reason: message }))
  if (failures.length === 0) throw error
  return { message: '', failures }
}
