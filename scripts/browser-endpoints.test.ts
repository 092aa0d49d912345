import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { transformWithOxc } from 'vite'
import { expect, test } from 'vitest'

import type { Endpoint } from '../packages/contract/src/endpoint.ts'
import { browserEndpoints } from './browser-endpoints.ts'

const CONTRACT = join(import.meta.dirname, '../packages/contract/src')
const files = globSync('*.ts', { cwd: CONTRACT }).filter((name) => !name.endsWith('.test.ts'))

/** Returns a module as the browser gets it. */
async function built(name: string): Promise<string> {
  const file = join(CONTRACT, name)
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
  const { transform } = browserEndpoints()
  if (typeof transform !== 'function') throw new Error('The plugin has no transform')
  const result = await Reflect.apply(transform, undefined, [code, file])
  return (result as { code: string } | null)?.code ?? code
}

const endpointsOf = async (name: string): Promise<Endpoint[]> =>
  Object.values((await import(join(CONTRACT, name))) as Record<string, unknown>).filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'path' in value,
  )

test.each(files)(
  '%s: each endpoint keeps the keys of its answer but not its schema',
  async (name) => {
    const endpoints = await endpointsOf(name)
    const code = await built(name)
    const answered = endpoints.filter(({ isEventStream }) => !isEventStream)
    expect([...code.matchAll(/\banswer: \{"all":/g)]).toHaveLength(answered.length)
    expect([...code.matchAll(/\bresponse: (?!")/g)]).toHaveLength(
      endpoints.length - answered.length,
    )
  },
)

test('an endpoint lists the keys that identify its answer and drops its summary', async () => {
  const code = await built('users.ts')
  expect(code).toMatch(/id: "users.get",[^]*?answer: \{"all":\["data","user"\],"any":\[\]\},/)
  expect(code).not.toContain('summary:')
})
