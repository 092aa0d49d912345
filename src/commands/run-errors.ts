import type { Problem } from '@typecase/plugin-sdk/arguments'
import { isApiError, isPassing, ruleOf } from '@typecase/plugin-sdk/api-error'
import type { Outcome } from '@typecase/plugin-sdk/command'
import { isMissingCode, describeMissingCode } from '@typecase/plugin-sdk/missing-code'
import type { ErrorDetail } from '@typecase/contract/errors'
import { DEFAULT_FAILURE } from '@typecase/contract/product'
import { isExpected } from '@typecase/plugin-sdk/refusal'

import type { Step } from './steps.ts'

/** Arguments that the user cannot correct: the mistake is in the reference, not in what the user typed. */
export class BadArguments extends Error {
  override readonly name = 'BadArguments'
  readonly code = 'invalid'

  constructor(title: string, problem?: Problem) {
    super(
      problem
        ? `“${title}” cannot run: “${problem.key}” ${problem.text}.`
        : `“${title}” cannot run.`,
    )
  }
}

/** A failure that was already reported where it happened. */
export class ReportedError extends Error {
  override readonly name = 'Reported'
  readonly code = 'reported'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** Whether the same call may succeed later: the server is unreachable, the session has ended, or code is missing. */
export function mayPass(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return (
    isPassing(error) || isMissingCode(error) || code === 'unauthenticated' || code === 'unavailable'
  )
}

/** Converts a failure to an outcome, so that callers of a command need not catch anything. */
export function failedOutcome(commandId: string, error: unknown): Outcome {
  // The message of a programming error does not help a user; the caller reports it to its plugin's author.
  const words = isExpected(error) && error instanceof Error ? wordsOf(error) : ''
  const message = isMissingCode(error) ? describeMissingCode() : words || DEFAULT_FAILURE
  const rule = ruleOf(error)
  return { message, failures: [{ id: commandId, reason: message, ...(rule && { rule }) }] }
}

/** Returns the error's message. For a refused file, the details name its type (specification §5). */
function wordsOf(error: Error): string {
  const details = isApiError(error, 'invalid') ? error.details : []
  return details.find(({ rule }) => rule === 'file_type')?.message ?? error.message
}

/** The server's error about an argument, and the key of the step that asks for it. */
export interface RefusedArgument {
  readonly key: string
  readonly message: string
}

/** Finds the step whose argument made a plan fail. It can be asked again without losing what the user typed. */
export function refusedArgument(
  error: unknown,
  steps: readonly Step[],
): RefusedArgument | undefined {
  if (!(error instanceof Error) || !('details' in error) || !Array.isArray(error.details)) {
    return undefined
  }
  for (const { path, message } of error.details as Partial<ErrorDetail>[]) {
    const key = path?.split('.')[0]
    if (key !== undefined && steps.some((step) => step.key === key)) {
      return { key, message: message ?? error.message }
    }
  }
  return undefined
}
