import { isApiError } from './api-error.ts'

/** A command's argument with the title that users see. */
export interface NamedArgument {
  readonly key: string
  readonly title: string
}

/**
 * Rewrites a server's refusal to name the command's arguments, so the palette asks for the invalid ones again.
 * @param argumentAt returns the argument behind a path in the body
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
