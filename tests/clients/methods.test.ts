import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { createBucketClient } from '@cosmicjs/sdk'
import { expect, test } from 'vitest'

/** `docs/clients.md` lists what each client can do, and tests in this folder call all of it. */

const require = createRequire(import.meta.url)
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const sections = read('../../docs/clients.md').split(/^## /m)
const sectionOf = (client: string) => sections.find((text) => text.startsWith(client)) ?? ''

/** Returns the public functions of a client by name. Chained calls of a read are not counted separately. */
function methodsOf(client: object, chains: readonly string[] = []): string[] {
  return Object.entries(client).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'function') return chains.includes(name) ? [] : [name]
    if (typeof value !== 'object' || value === null) return []
    return methodsOf(value, chains).map((method) => `${name}.${method}`)
  })
}

const listed = (section: string) =>
  section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) =>
      [...(line.split('|')[1] ?? '').matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name),
    )
    .sort()

const custom = { apiUrl: 'http://127.0.0.1:1', uploadUrl: 'http://127.0.0.1:1' }

test('the documentation lists every method of @cosmicjs/sdk', () => {
  const client = createBucketClient({ bucketSlug: 'x', readKey: '', writeKey: '', custom })
  expect(listed(sectionOf('@cosmicjs/sdk'))).toEqual(methodsOf(client).sort())
})

test('the documentation lists every method of cosmicjs', () => {
  // CommonJS without types.
  const Cosmic = require('cosmicjs') as (config: object) => { bucket(config: object): object }
  const { bucket, ...main } = Cosmic({ custom })
  const chains = ['props', 'sort', 'limit', 'skip', 'then']
  const methods = [...methodsOf(main), ...methodsOf(bucket({ slug: 'x' }), chains)]
  expect(listed(sectionOf('cosmicjs'))).toEqual([...new Set(methods)].sort())
})

test('the documentation lists every method of gatsby-source-cosmicjs', () => {
  expect(listed(sectionOf('gatsby-source-cosmicjs'))).toEqual(
    methodsOf(require('gatsby-source-cosmicjs/gatsby-node') as object).sort(),
  )
})
