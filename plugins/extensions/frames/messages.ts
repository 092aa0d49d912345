import { MAX_UPDATES } from '@typecase/contract/objects'
import type { Message } from '@typecase/extension-sdk/protocol'
import { type } from 'arktype'

/* Messages of a frame are not trusted: each is checked before use. */

export const update = () =>
  type({ object_id: 'string <= 24', data: 'Record<string, unknown>', 'rev?': 'number.integer' })
export type Update = ReturnType<typeof update>['infer']

function build() {
  const id = type('number.integer >= 0')
  const list = type({
    'query?': 'object',
    'sort?': 'string <= 200',
    'limit?': '1 <= number.integer <= 1000',
    'skip?': 'number.integer >= 0',
  })
  const one = type({ object_id: 'string <= 24' })
  const path = type(/^(title|content|metadata\.[\w-]+(\.[\w-]+)*)$/)
  const nothing = type({})
  return {
    message: type({ kind: "'request'", id, method: 'string <= 40', params: 'unknown' })
      .or({ kind: "'answer'", id, result: 'unknown' })
      .or({ kind: "'failure'", id, failure: { code: 'string <= 40', message: 'string' } })
      .or({ kind: "'progress'", id, done: 'number >= 0', total: 'number >= 0' }),
    commandAnswer: type({
      'message?': 'string <= 500',
      'updates?': update().array().atMostLength(MAX_UPDATES),
    }),
    /** Schemas for the parameters of each method. */
    params: {
      'objects.list': list,
      'objects.get': one,
      'objects.propose': type({
        title: '0 < string <= 100',
        updates: update().array().atLeastLength(1).atMostLength(MAX_UPDATES),
      }),
      'objects.open': one,
      'objectTypes.list': nothing,
      'media.list': list,
      'editor.setValue': type({ path, value: 'unknown' }),
      'editor.goTo': type({ path }),
      'values.get': nothing,
      'values.set': type({ values: 'Record<string, unknown>' }),
      notify: type({ message: '0 < string <= 500', tone: "'info' | 'success' | 'error'" }),
      resize: type({ height: '0 <= number <= 100000' }),
      key: type({ key: "'Escape' | 'k' | '/' | '\\\\'" }),
      started: nothing,
    },
  }
}

type Schemas = ReturnType<typeof build>
let built: Schemas | undefined
/** Builds the schemas on first use, because building takes a while and its code arrives late. */
const schemas = (): Schemas => (built ??= build())

/** Parses a message of a frame. @returns undefined for anything else */
export function readMessage(
  data: unknown,
): Exclude<Message, { kind: 'cancel' | 'context' }> | undefined {
  const read = schemas().message(data)
  return read instanceof type.errors ? undefined : read
}

export type Method = keyof Schemas['params']
export type ParamsOf<M extends Method> = Schemas['params'][M]['infer']

export const isMethod = (name: string): name is Method => Object.hasOwn(schemas().params, name)

/** Parses the parameters of a call. @returns the parameters, or a sentence that says what is wrong */
export function readParams(method: Method, params: unknown): { params: unknown } | string {
  const read: unknown = schemas().params[method](params ?? {})
  return read instanceof type.errors ? read.summary.slice(0, 500) : { params: read }
}

/** The result of a command: a sentence, or changes to objects. */
export type CommandAnswer = Schemas['commandAnswer']['infer']

/** Parses the result of a command. @returns the result, or a sentence that says what is wrong */
export function readCommandAnswer(answer: unknown): CommandAnswer | string {
  const read = schemas().commandAnswer(answer)
  return read instanceof type.errors ? read.summary.slice(0, 500) : read
}
