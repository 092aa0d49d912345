import { setImmediate } from 'node:timers/promises'

import type { Endpoint, LazySchema } from '@typecase/contract/endpoint'
import type { ErrorDetail } from '@typecase/contract/errors'
import { ark, type ArkError, ArkErrors, Traversal, type Type } from 'arktype'

import { MAX_ERROR_PATH_CHARACTERS, MAX_VALIDATION_ERRORS } from '../limits.ts'
import { invalid } from './failure.ts'

const strict = new WeakMap<LazySchema, Type>()

/** Returns a schema that refuses unknown keys; it is built once. */
function strictly(schema: LazySchema): Type {
  let built = strict.get(schema)
  if (!built) {
    built = withoutCompiling(schema).onDeepUndeclaredKey('reject')
    strict.set(schema, built)
  }
  return built
}

/** Builds the schemas of a call before its first use. Each takes up to 70 ms, so other requests run in between. */
export async function buildSchemas({ params, query, body }: Endpoint): Promise<void> {
  for (const schema of [params, query, body]) {
    if (!schema || strict.has(schema)) continue
    strictly(schema)
    await setImmediate()
  }
}

/**
 * Builds a schema without the validators that arktype compiles for it and its inner schemas. Only those of the strict
 * schema are used; compiling the others takes half the time of the first call and half the memory.
 */
function withoutCompiling(schema: LazySchema): Type {
  const config = ark.internal.resolvedConfig
  const { jitless } = config
  Object.assign(config, { jitless: true })
  try {
    // Every schema of the contract is a `Type`.
    return schema() as Type
  } finally {
    Object.assign(config, { jitless })
  }
}

/**
 * Checks a value against a schema.
 * @param missing messages for missing or empty keys, by path
 * @throws Failure `invalid` with a detail per broken rule, in the specification's words (§5)
 */
export function validate(
  schema: LazySchema,
  value: unknown,
  missing: Readonly<Record<string, string>> = {},
): unknown {
  const result = resultOf(strictly(schema), value)
  if (result instanceof ArkErrors)
    throw invalid([...result].map((error) => toDetail(error, missing)))
  return result
}

const enough = new Error('There are enough errors.')

/** @returns the parsed value, or the errors */
function resultOf(schema: Type, value: unknown): unknown {
  const { internal } = schema
  // If the schema transforms nothing, the compiled function alone decides whether the value is valid.
  if (internal.rootApplyStrategy === 'allows' && schema.allows(value)) return value
  const traversal = new Traversal(value, schema.$.internal.resolvedConfig)
  const { errors } = traversal
  const add = errors.add.bind(errors)
  errors.add = (error) => {
    if (errors.count >= MAX_VALIDATION_ERRORS) throw enough
    add(error)
  }
  try {
    internal.traverseApply(value, traversal)
    return traversal.finalize()
  } catch (reason) {
    if (reason !== enough) throw reason
    return errors
  }
}

function toDetail(error: ArkError, missing: Readonly<Record<string, string>>): ErrorDetail {
  const fullPath = error.path.join('.') || 'body'
  const path =
    fullPath.length > MAX_ERROR_PATH_CHARACTERS
      ? `${fullPath.slice(0, MAX_ERROR_PATH_CHARACTERS)}…`
      : fullPath
  const isMissing = error.code === 'required' || error.data === ''
  if (isMissing && Object.hasOwn(missing, path))
    return { path, message: missing[path] ?? '', rule: 'required' }
  const { rule, message } = describeError(error, path)
  return { path, message, rule }
}

function describeError(error: ArkError, path: string): { rule: string; message: string } {
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
  if (error.expected === 'an e-mail address') {
    return { rule: 'email', message: `${path} must be a valid email` }
  }
  if (error.expected === 'a URL string')
    return { rule: 'url', message: `${path} must be a valid URL` }
  // The message must not repeat the value, which may be a password.
  const { expected: words } = error
  // Rules of unions begin with the path, and those of list items with the path in brackets.
  const prefixInMessage = [path, error.path.stringify()].find((prefix) =>
    words.startsWith(`${prefix} `),
  )
  const expected =
    prefixInMessage === undefined ? ` must be ${words}` : words.slice(prefixInMessage.length)
  return { rule: error.code, message: `${path}${expected.replace(/ \(was .*\)$/s, '')}` }
}
