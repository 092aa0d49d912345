import type { Argument } from '@typecase/plugin-sdk/arguments'
import { argumentsOf } from '@typecase/plugin-sdk/arguments'
import type { Ask } from '@typecase/plugin-sdk/ask'
import type { AnyCommand } from '@typecase/plugin-sdk/command'
import { askOf } from '@typecase/plugin-sdk/flags'
import type { Json, JsonObject } from '@typecase/plugin-sdk/json'
import { Refusal } from '@typecase/plugin-sdk/refusal'

import { wordsOf } from './argument-words.ts'

/** The description of an argument for a model. */
export interface ArgumentInfo {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly about?: string
  readonly values?: readonly Json[]
  /** Whether `find_values` finds its values. */
  readonly find?: true
}

const SCOPE_TYPE =
  '{"ids":["…"]} or {"query":{…}} in the query language; {"except":{"ids":["…"]}} excludes some'

/** Describes the arguments of a command that a caller passes; the bucket is known already. */
export function describeArguments(command: AnyCommand): ArgumentInfo[] {
  return argumentsOf(command)
    .filter(({ key }) => key !== 'bucket')
    .map((argument) => describeArgument(argument, askOf(command, argument.key), command.id))
}

function describeArgument(
  { key, isRequired, shape }: Argument,
  ask: Ask | undefined,
  command: string,
): ArgumentInfo {
  const about = wordsOf(command, key, ask)
  const values = shape.kind === 'choice' ? shape.values : valuesOf(ask)
  const isMoment = ask?.kind === 'date'
  return {
    name: key,
    type: isMoment ? 'time, as ISO 8601 with a time zone' : typeOf(shape.kind),
    required: isRequired || ask?.isNeeded !== undefined,
    ...(about && { about }),
    ...(values && { values }),
    ...((ask?.kind === 'picker' || ask?.kind === 'by') && { find: true }),
    ...(ask?.kind === 'confirm' &&
      typeof ask.phrase === 'string' && { about: `Exactly “${ask.phrase}”` }),
  }
}

const typeOf = (kind: Argument['shape']['kind']): string => (kind === 'scope' ? SCOPE_TYPE : kind)

function valuesOf(ask: Ask | undefined): readonly Json[] | undefined {
  if (ask?.kind !== 'choice' || !Array.isArray(ask.choices)) return undefined
  return (ask.choices as readonly { value: Json }[]).map(({ value }) => value)
}

/**
 * Converts what a model wrote to the arguments of a command: scopes lack their kind, and times are texts. An assistant
 * changes only drafts unless it says otherwise.
 * @throws Refusal naming the argument
 */
export function readArgs(command: AnyCommand, input: JsonObject): JsonObject {
  const known = argumentsOf(command)
  const names = known.map(({ key }) => key)
  const unknown = Object.keys(input).find((key) => !names.includes(key))
  if (unknown !== undefined) {
    const others = names.filter((key) => key !== 'bucket').join(', ') || 'none'
    throw new Refusal(`${command.id} has no argument “${unknown}”. Its arguments: ${others}.`)
  }
  const args = Object.fromEntries(
    known.flatMap((argument): [string, Json][] => {
      const value = input[argument.key]
      if (value === undefined) return []
      return [[argument.key, readArg(argument, value, askOf(command, argument.key))]]
    }),
  )
  const isDraft = names.includes('publish') && input['publish'] === undefined
  return { ...args, ...(isDraft && { publish: false }) }
}

function readArg({ key, shape }: Argument, value: Json, ask: Ask | undefined): Json {
  if (shape.kind === 'scope') return readScope(key, value)
  if (ask?.kind === 'date' && typeof value === 'string') return readMoment(key, value, ask.as)
  return value
}

function readScope(key: string, value: Json): Json {
  if (!isObject(value)) throw new Refusal(`${key} must be ${SCOPE_TYPE}.`)
  const { ids, query, except } = value
  const rest = { ...(except !== undefined && { except }) }
  if (Array.isArray(ids)) return { kind: 'ids', ids, ...rest }
  // The API call itself counts the matches.
  if (isObject(query ?? null)) return { kind: 'query', query: query ?? {}, total: 0, ...rest }
  throw new Refusal(`${key} must be ${SCOPE_TYPE}.`)
}

function readMoment(key: string, text: string, as: 'iso' | 'ms' | 'day' = 'iso'): Json {
  if (as === 'day') return text
  const isZoned = /(?:z|[+-]\d\d:?\d\d)$/i.test(text)
  const time = isZoned ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time))
    throw new Refusal(`${key} must be a moment such as 2030-01-31T09:00:00+01:00, not “${text}”.`)
  return as === 'ms' ? time : new Date(time).toISOString()
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
