import type { ErrorDetail } from '@typecase/contract/errors'

import type { Step } from './steps.ts'

/** What the server refused of what the user typed, and the step that it was typed at. */
export interface RefusedArgument {
  readonly key: string
  readonly message: string
}

/** The step that a plan failed about: then it can be asked again, and nothing that was typed is lost. */
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
