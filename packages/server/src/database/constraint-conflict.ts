import { conflict, type Failure } from '../http/failure.ts'

/**
 * What a write is answered that breaks a key of the database. Handlers look before they write, and say it better: this is for
 * what came in between. @param constraint its name, or columns
 */
export function constraintConflict(constraint: string, cause: unknown): Failure {
  const failure = conflict(
    `A value is already taken, or something that this refers to was deleted (${constraint}). Nothing was changed. Reload and try again.`,
  )
  failure.cause = cause
  return failure
}
