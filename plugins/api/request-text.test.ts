import { execFileSync } from 'node:child_process'

import { publishObjects } from '@typecase/contract/objects'
import { expect, test } from 'vitest'

import { bodyOf, curlOf, lineOf } from './request-text.ts'

const body = { slug: 'archive', query: { title: `it's “5” $HOME \`x\` \\ "y"` } }
const call = { endpoint: publishObjects, body }

test('a request as curl is one shell command, with the token from the environment', () => {
  const words = execFileSync('sh', {
    // Prints the arguments that curl would receive.
    input: `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${curlOf(call, 'https://cms.example.com')}`,
    env: { TYPECASE_TOKEN: 'secret' },
    encoding: 'utf8',
  })
  expect(words.split('\0')).toEqual([
    'https://cms.example.com/v3/admin/objects/publishByIds',
    '-H',
    'authorization: Bearer secret',
    '--json',
    JSON.stringify(body),
    '',
  ])
})

test('a request is shown as its line and its JSON body', () => {
  expect(lineOf(call)).toBe('POST /v3/admin/objects/publishByIds')
  expect(JSON.parse(bodyOf(call))).toEqual(body)
})
