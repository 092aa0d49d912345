import { isApiError } from './api-error.ts'

/** An argument of a command, as people know it. */
export interface NamedArgument {
  readonly key: string
  readonly title: string
}

/**
 * A refusal by the server, naming the command's arguments so that the palette asks for them again.
 * @param argumentAt the argument behind a path in the body
 * @returns any other reason unchanged
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
