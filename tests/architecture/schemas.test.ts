import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { filesOf, ROOT } from './sources.ts'

/** Replaces arktype like the browser does before it loads (src/commands/arktype-proxy.ts). */
const ABSENT = `data:text/javascript,${encodeURIComponent(
  `const absent = () => { throw new Error('arktype is not there yet') }
   export const type = new Proxy(absent, { get: absent })
   export class ArkErrors {}`,
)}`

const importing = (paths: readonly string[]) => `
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve: (name, context, next) =>
      name === 'arktype' ? { url: ${JSON.stringify(ABSENT)}, shortCircuit: true } : next(name, context),
  })
  const failed = []
  for (const path of ${JSON.stringify(paths)}) {
    await import(process.cwd() + '/' + path).catch((error) => failed.push(path + ': ' + error.message))
  }
  console.log(JSON.stringify(failed))
`

test('no declaration builds a schema while it loads, because browsers load arktype later', async () => {
  const declaring = filesOf(
    'packages/contract/src',
    'plugins/*/plugin.ts',
    'plugins/*/later.ts',
    'plugins/*/commands.ts',
    'plugins/*/commands/*.ts',
  ).filter((path) => !path.includes('.test.'))
  expect(declaring.length).toBeGreaterThan(50)
  const code = importing(declaring)
  const args = ['--input-type=module', '--eval', code]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT })
  expect(JSON.parse(stdout)).toEqual([])
})
