import type { AnyCommand } from './command.ts'
import type { FactValues } from './facts.ts'
import type { Json, JsonObject } from './json.ts'
import { scope } from './scope.ts'
import type { Schema } from '@typecase/contract/endpoint'
import type { ArkError } from 'arktype'
import { ArkErrors } from 'arktype'

/** The shape of an argument, as far as it decides how the palette asks for the argument. */
export type Shape =
  /** `any` takes any JSON. */
  | { readonly kind: 'boolean' | 'number' | 'scope' | 'list' | 'any' | 'other' }
  | { readonly kind: 'text'; readonly isDate: boolean }
  | { readonly kind: 'choice'; readonly values: readonly (string | number)[] }

/** An argument of a command, as its schema declares it. */
export interface Argument {
  readonly key: string
  readonly isRequired: boolean
  readonly shape: Shape
}

/** An argument that breaks its schema. */
export interface Problem {
  readonly key: string
  /** Ends a sentence that begins with the argument's title: `must be at least 3 characters`. */
  readonly text: string
}

/** The arguments as their schema parsed them, or the problem with each invalid one. */
export type ArgumentCheck =
  | { readonly ok: true; readonly args: object }
  | { readonly ok: false; readonly problems: readonly Problem[] }

// Cached: building a schema costs up to a millisecond, and each command is evaluated many times.
const schemas = new WeakMap<AnyCommand, Schema<object>>()

function schemaOf(command: AnyCommand): Schema<object> | undefined {
  let schema = schemas.get(command)
  if (!schema && command.args) {
    schema = command.args()
    schemas.set(command, schema)
  }
  return schema
}

/** Returns the arguments that a command declares, in the schema's order, which is alphabetical. */
export function argumentsOf(command: AnyCommand): Argument[] {
  const schema = schemaOf(command)
  if (!schema || !hasProps(schema)) return []
  return schema.props.map((prop) => ({
    key: prop.key,
    isRequired: prop.kind === 'required',
    shape: shapeOf(prop.value),
  }))
}

/** Returns the command's default values, overridden by `args`. */
export function withDefaults(command: AnyCommand, args: JsonObject, facts: FactValues): JsonObject {
  const defaults = (command.defaults?.(facts) ?? {}) as JsonObject
  const entries = Object.entries({ ...defaults, ...args }).filter(
    ([, value]) => value !== undefined,
  )
  return Object.fromEntries(entries)
}

/**
 * Checks arguments against the command's schema. Without a schema the command takes none, and drops those it is given.
 */
export function checkArgs(command: AnyCommand, args: JsonObject): ArgumentCheck {
  const schema = schemaOf(command)
  if (!schema) return { ok: true, args: {} }
  const answer = schema(structuredClone(args))
  if (!(answer instanceof ArkErrors)) return { ok: true, args: answer as object }
  const problems = answer.map((error) => ({
    key: String(error.path[0] ?? ''),
    text: describeRule(error),
  }))
  return { ok: false, problems }
}

/** Returns the problem with one argument, independent of the others, or undefined if it is valid. */
export function problemWith(command: AnyCommand, key: string, value: Json): string | undefined {
  const checked = checkArgs(command, { [key]: value })
  return checked.ok ? undefined : checked.problems.find((problem) => problem.key === key)?.text
}

/** Describes the broken rule, in the specification's words (section 5) where it has some. */
function describeRule(error: ArkError): string {
  if (error.code === 'required' || error.data === '') return 'is a required field'
  const isText = typeof error.data === 'string'
  if (isText && error.hasCode('minLength')) return `must be at least ${error.rule} characters`
  if (isText && error.hasCode('maxLength')) return `must be at most ${error.rule} characters`
  if (error.expected === 'an e-mail address') return 'must be a valid email'
  if (error.expected === 'a URL string') return 'must be a valid URL'
  // A rule written in code brings its own message: `context.reject({ problem })`.
  if (error.code === 'predicate') return error.problem.replace(/ \(was .*\)$/s, '')
  // Without arktype's "(was …)": the user knows what they typed.
  return `must be ${error.expected}`
}

/** The part of an arktype `Type` that lists an object's properties. */
interface ObjectSchema {
  readonly props: readonly { kind: string; key: string; value: Node }[]
}

interface Node {
  equals(definition: unknown): boolean
  extends(definition: string): boolean
  readonly branches?: readonly { readonly kind: string; readonly unit?: unknown }[]
}

function hasProps(schema: object): schema is ObjectSchema {
  return 'props' in schema && Array.isArray(schema.props)
}

function shapeOf(value: Node): Shape {
  if (value.equals(scope())) return { kind: 'scope' }
  const { branches = [] } = value
  const units = branches.map((branch) => (branch.kind === 'unit' ? branch.unit : undefined))
  if (units.length > 0 && units.every((unit) => typeof unit === 'boolean')) {
    return { kind: 'boolean' }
  }
  const values = units.filter((unit) => typeof unit === 'string' || typeof unit === 'number')
  if (values.length > 0 && values.length === units.length) return { kind: 'choice', values }
  if (value.extends('number | null')) return { kind: 'number' }
  if (value.extends('string | null'))
    return { kind: 'text', isDate: value.extends('string.date.iso') }
  if (value.extends('unknown[] | null')) return { kind: 'list' }
  return { kind: value.equals('unknown') ? 'any' : 'other' }
}
