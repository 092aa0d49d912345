import type { ErrorDetail } from '@typecase/contract/errors'
import type { Metafield } from '@typecase/contract/metafields'

import { Failure } from '../http/failure.ts'

/** The object of a write, for its error messages. */
export interface Subject {
  /** `Object with id '…'`. */
  name?: string
  /** The fields of its object type. */
  fields?: readonly Metafield[]
}

/**
 * Runs a dashboard write for a client of the content API. The dashboard sends the fields in `data`, clients send them
 * as the body. So error messages name the fields without `data`, and begin as clients expect (clients.md §1e).
 */
export async function withClientFieldNames<T>(
  subject: Subject,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (reason) {
    throw reason instanceof Failure ? failureAsSent(reason, subject) : reason
  }
}

export function failureAsSent(failure: Failure, { name, fields = [] }: Subject): Failure {
  const { code, extra, message, retryAfter } = failure
  if (code === 'not_found' && name !== undefined) return new Failure(code, `${name} not found`)
  if (!extra.details) return failure
  const details = extra.details.map(withoutData)
  const types = typesByKey(code === 'invalid' ? fields : [])
  const words = details.map((detail) => metafieldWords(detail, types) ?? detail.message)
  const isOfMetafields = details.some((detail) => metafieldWords(detail, types) !== undefined)
  const more = extra.more_details === undefined ? '' : `; and ${extra.more_details} more`
  const begin = isOfMetafields ? 'Metafield validation: ' : ''
  const text = message.includes(extra.details[0]?.message ?? '') ? words.join('; ') + more : message
  return new Failure(code, `${begin}${text}`, { ...extra, details }, retryAfter)
}

const DATA = 'data.'

function withoutData(detail: ErrorDetail): ErrorDetail {
  const { path, message } = detail
  if (!path.startsWith(DATA)) return detail
  const fieldName = path.slice(DATA.length)
  const isNamed = message.startsWith(path)
  return {
    ...detail,
    path: fieldName,
    message: isNamed ? fieldName + message.slice(path.length) : message,
  }
}

const typesByKey = (fields: readonly Metafield[]): ReadonlyMap<string, string> =>
  new Map(fields.map(({ key, type }) => [key, type]))

/** Returns the error message for a value that breaks a rule of its field. */
function metafieldWords(
  { path, message }: ErrorDetail,
  types: ReadonlyMap<string, string>,
): string | undefined {
  const [root, key = ''] = path.split('.')
  const type = root === 'metadata' ? types.get(key) : undefined
  return type && `invalid 'value' for metafield with key: '${key}' and type: '${type}' (${message})`
}
