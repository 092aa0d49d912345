import type { Endpoint } from '@typecase/contract/endpoint'
import { describe, expect, test } from 'vitest'

import { sourcesOf } from './sources.ts'

/** Calls that write outside their `commit`, by the id of the endpoint, with the reason. */
const WRITES_BESIDE: Readonly<Record<string, string>> = {
  'userBillings.purchaseTokenPack': 'The charge is stored before the payment provider is called.',
  'objects.export': 'Its answer is a file, which is not stored.',
  'trash.empty': 'It deletes in many writes, and is on record before the first of them.',
}

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../packages/contract/src/**/*.ts', '!**/*.test.ts'],
  {
    eager: true,
  },
)
const endpoints = new Map(
  Object.values(modules).flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (isEndpoint(value) ? [[name, value]] : [])),
  ),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** Whether the response of a call is stored for retries. */
const isStored = ({ method, auth, ...more }: Endpoint): boolean =>
  method === 'POST' &&
  (auth === 'user' || auth === 'session' || auth === 'write') &&
  !more.isMultipart &&
  !more.isStreamed &&
  !more.isRepeatable

/**
 * Returns the handlers of a file, with the names of their endpoints. Text after the last handler counts as part of it.
 */
function handlersIn(text: string): { name: string; handler: string }[] {
  const names = new Map(
    [...text.matchAll(/\b(\w+) as (\w+)\b/g)].map(([, name = '', alias = '']) => [alias, name]),
  )
  return text
    .split(/\bhandle\((?=\w)/)
    .slice(1)
    .map((handler) => {
      const [, name = ''] = /^(?:\w+\.)?(\w+)/.exec(handler) ?? []
      return { name: names.get(name) ?? name, handler }
    })
}

const handlers = sourcesOf('packages/server/src/*.ts')
  .filter(({ path }) => !/\.(test|fixture)\.ts$/.test(path))
  .flatMap(({ path, text }) => handlersIn(text).map((one) => ({ path, ...one })))
  .flatMap(({ path, name, handler }) => {
    const endpoint = endpoints.get(name)
    return endpoint && isStored(endpoint) ? [{ path, id: endpoint.id, handler }] : []
  })

describe('handlers of retryable POST requests', () => {
  test('are found in the sources', () => {
    expect(handlers.length).toBeGreaterThan(80)
    const ids = handlers.map(({ id }) => id)
    for (const id of Object.keys(WRITES_BESIDE)) expect(ids).toContain(id)
  })

  test('store their answer in the transaction of their effect', () => {
    const writing = handlers.filter(
      ({ id, handler }) => /\bdb\.write\(/.test(handler) && !(id in WRITES_BESIDE),
    )
    expect(writing.map(({ path, id }) => `${path}: ${id}`)).toEqual([])
  })

  test('store an answer', () => {
    const without = handlers.filter(
      ({ handler }) => !/\bcommit\b|\.\.\.call\b|\bcall[,)]/.test(handler),
    )
    // An export answers with a file.
    expect(without.map(({ id }) => id).filter((id) => id !== 'objects.export')).toEqual([])
  })
})
