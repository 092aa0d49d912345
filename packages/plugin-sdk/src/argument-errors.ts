import { isApiError } from './api-error.ts'

/** An argument of a command, as people know it. */
export interface NamedArgument {
  readonly key: string
  readonly title: string
}

/**
 * A refusal by the server that names the arguments of the command which sent the call, so that they are asked for again.
 * @param argumentAt the argument that a part of the body is made of, by its path there
 * @returns anything else as it is
 */
export function withArgumentErrors(
  reason: unknown,
  argumentAt: (path: string) => NamedArgument | undefined,
): unknown {
  if (!isApiError(reason, 'invalid')) return reason
  const details = reason.details.map((detail) => {
    const { path, message } = detail
    const argument = argumentAt(path)
    if (!argument) return detail
    const words = message.startsWith(path) ? argument.title + message.slice(path.length) : message
    return { ...detail, path: argument.key, message: words }
  })
  return Object.create(reason, { details: { value: details, enumerable: true } }) as Error
}
