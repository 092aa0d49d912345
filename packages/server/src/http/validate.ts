import type { LazySchema, Schema } from '@typecase/contract/endpoint'
import type { ErrorDetail } from '@typecase/contract/errors'
import { type ArkError, ArkErrors } from 'arktype'

import { invalid } from './failure.ts'

const strict = new WeakMap<LazySchema, Schema>()

/** A schema that refuses keys it does not name, built once. */
function strictly(schema: LazySchema): Schema {
  let built = strict.get(schema)
  if (!built) strict.set(schema, (built = schema().onDeepUndeclaredKey('reject')))
  return built
}

/**
 * Checks a value against a schema.
 * @param prefix put before each path, as in `data`
 * @throws Failure `invalid` with a detail per broken rule, in the specification's words (§5)
 */
export function validate(schema: LazySchema, value: unknown): unknown {
  const result = strictly(schema)(value)
  if (result instanceof ArkErrors) throw invalid([...result].map(toDetail))
  return result
}

function toDetail(error: ArkError): ErrorDetail {
  const path = error.path.join('.') || 'body'
  const { rule, message } = inWords(error, path)
  return { path, message, rule }
}

function inWords(error: ArkError, path: string): { rule: string; message: string } {
  if (error.code === 'required') return { rule: 'required', message: `${path} is a required field` }
  if (error.code === 'predicate' && error.expected === 'removed') {
    return { rule: 'unknown_key', message: `${path} is not a known field` }
  }
  if (error.hasCode('minLength') && typeof error.data === 'string') {
    return { rule: 'min', message: `${path} must be at least ${error.rule} characters` }
  }
  if (error.hasCode('maxLength') && typeof error.data === 'string') {
    return { rule: 'max', message: `${path} must be at most ${error.rule} characters` }
  }
  if (error.expected === 'an email address') {
    return { rule: 'email', message: `${path} must be a valid email` }
  }
  if (error.expected === 'a URL string')
    return { rule: 'url', message: `${path} must be a valid URL` }
  // The value itself is left out: it may be a password.
  const expected = error.expected?.startsWith(path)
    ? error.expected.slice(path.length)
    : ` must be ${error.expected}`
  return { rule: error.code, message: `${path}${expected.replace(/ \(was .*\)$/s, '')}` }
}
