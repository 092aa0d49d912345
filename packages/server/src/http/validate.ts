import type { LazySchema } from '@typecase/contract/endpoint'
import type { ErrorDetail } from '@typecase/contract/errors'
import { type ArkError, ArkErrors, Traversal, type Type } from 'arktype'

import { invalid } from './failure.ts'

const strict = new WeakMap<LazySchema, Type>()

/** A schema that refuses keys it does not name, built once. */
function strictly(schema: LazySchema): Type {
  let built = strict.get(schema)
  if (!built) {
    // What every schema of the contract is.
    built = (schema() as Type).onDeepUndeclaredKey('reject')
    strict.set(schema, built)
  }
  return built
}

/**
 * Checks a value against a schema.
 * @param prefix put before each path, as in `data`
 * @throws Failure `invalid` with a detail per broken rule, in the specification's words (§5)
 */
export function validate(schema: LazySchema, value: unknown): unknown {
  const strict = strictly(schema)
  const result = strict.allows(value) ? strict(value) : errorsIn(strict, value)
  if (result instanceof ArkErrors) throw invalid([...result].map(toDetail))
  return result
}

/** Errors after which nobody looks for more: each costs more than the key that is wrong. */
const MOST_ERRORS = 1000
const enough = new Error('There are errors enough.')

function errorsIn(schema: Type, value: unknown): ArkErrors {
  const traversal = new Traversal(value, schema.$.internal.resolvedConfig)
  const { errors } = traversal
  const add = errors.add.bind(errors)
  errors.add = (error) => {
    if (errors.count >= MOST_ERRORS) throw enough
    add(error)
  }
  try {
    schema.internal.traverseApply(value, traversal)
  } catch (reason) {
    if (reason !== enough) throw reason
  }
  return errors
}

/** The most characters of a path in an error: a client chooses how long its keys are. */
const LONGEST_PATH = 200

function toDetail(error: ArkError): ErrorDetail {
  const whole = error.path.join('.') || 'body'
  const path = whole.length > LONGEST_PATH ? `${whole.slice(0, LONGEST_PATH)}…` : whole
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
