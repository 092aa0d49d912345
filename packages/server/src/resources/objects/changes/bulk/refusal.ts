import type { ErrorDetail } from '@typecase/contract/errors'

import { Failure } from '../../../../http/failure.ts'

/** Returns the result of an edit of one object, or the reason why a rule refuses it. */
export async function refusalAsReason<Result>(
  edit: () => Promise<Result>,
): Promise<Result | { reason: string }> {
  try {
    return await edit()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { details } = error.extra
    return { reason: details ? describeProblems(details) : error.message }
  }
}

/** Formats problems as a readable reason for an object: `price must be at least 0`. */
export const describeProblems = (problems: readonly ErrorDetail[]): string =>
  problems.map(({ message }) => message.replace(/^data\.(metadata\.|fields\.)?/, '')).join('; ')
