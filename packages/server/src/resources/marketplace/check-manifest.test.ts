import { expect, test } from 'vitest'

import { Failure } from '../../http/failure.ts'
import { manifestOf } from '../../testing/extensions.ts'
import { checkManifest } from './check-manifest.ts'

const command = { name: 'run', title: 'Run', about: 'bucket', effect: 'none' } as const
const argument = { name: 'a', title: 'A', kind: 'text' } as const

/** Returns the paths and rules that a manifest breaks. */
function broken(more: object): (string | undefined)[] {
  try {
    checkManifest(JSON.stringify({ ...manifestOf(), ...more }))
    return []
  } catch (reason) {
    if (!(reason instanceof Failure)) throw reason
    const { details = [] } = reason.extra
    for (const { path, message } of details) {
      expect(message).toContain(path)
      expect(message.split(' must be ').length).toBeLessThan(3)
    }
    return details.map(({ path, rule }) => `${path} ${rule}`)
  }
}
const inCommand = (more: object) => broken({ commands: [{ ...command, ...more }] })

test('an invalid alternative in a list is reported once', () => {
  expect(inCommand({ about: 'pages' })).toEqual(['manifest.commands.0.about union'])
})

test('a valid manifest is accepted', () => {
  const all = manifestOf({
    icon: 'list',
    homepage: 'https://example.org/stamps',
    permissions: ['objects:read', 'objects:write', 'media:read'],
    hosts: ['https://api.example.com', 'https://example.org:8443'],
    entry: 'src/main.js',
    page: { title: 'Stamps' },
    panel: { title: 'Stamps' },
    commands: [
      {
        ...command,
        about: 'objects',
        effect: 'write',
        keys: '$mod+Shift+K',
        arguments: [
          argument,
          { ...argument, name: 'b', kind: 'choice', choices: [{ value: '', label: 'None' }] },
        ],
      },
    ],
  })
  expect(checkManifest(JSON.stringify(all))).toEqual(all)
})

test.each([
  [{ id: 'Stamps' }, 'manifest.id pattern'],
  [{ api: 2 }, 'manifest.api unit'],
  [{ author: '' }, 'manifest.author min'],
  [{ entry: '../main.js' }, 'manifest.entry pattern'],
  [{ entry: 'main.ts' }, 'manifest.entry pattern'],
  [{ hosts: ['http://example.org'] }, 'manifest.hosts.0 pattern'],
  [{ hosts: ["https://example.org; script-src 'unsafe-inline'"] }, 'manifest.hosts.0 pattern'],
  [{ hosts: ['https://example.org/path'] }, 'manifest.hosts.0 pattern'],
  [{ homepage: 'nowhere' }, 'manifest.homepage url'],
  [{ homepage: 'javascript:alert(1)' }, 'manifest.homepage url'],
  [{ homepage: 'data:text/html,<p>' }, 'manifest.homepage url'],
  [{ permissions: ['objects:write'] }, 'manifest.permissions requires'],
  [{ permissions: ['media:read', 'media:read'] }, 'manifest.permissions.1 unique'],
  [{ commands: [command, command] }, 'manifest.commands.1.name unique'],
  [{ title: undefined }, 'manifest.title required'],
])('%j breaks %s', (more, path) => {
  expect(broken(more)).toEqual([path])
})

test('an unknown permission is refused', () => {
  expect(broken({ permissions: ['users:read'] })[0]).toMatch(/^manifest\.permissions\.0 /)
})

test('a character that not every database stores is refused', () => {
  expect(broken({ title: 'a\0b' })).toEqual(['manifest letters'])
  expect(broken({ title: String.raw`a\u0000` })).toEqual([])
})

test('problems with commands and their arguments name the field', () => {
  expect(inCommand({ name: 'Run' })).toEqual(['manifest.commands.0.name pattern'])
  expect(inCommand({ effect: 'write' })).toEqual(['manifest.commands.0.effect requires'])
  expect(inCommand({ about: 'objects' })).toEqual(['manifest.commands.0.about requires'])
  const at = 'manifest.commands.0.arguments'
  expect(inCommand({ arguments: [argument, argument] })).toEqual([`${at}.1.name unique`])
  expect(inCommand({ arguments: [{ ...argument, kind: 'choice' }] })).toEqual([
    `${at}.0.choices required`,
  ])
  const choices = [{ value: 'a', label: 'A' }]
  expect(inCommand({ arguments: [{ ...argument, choices }] })).toEqual([`${at}.0.choices kind`])
})

test('text that is not a manifest is refused', () => {
  const deep = '['.repeat(30_000) + ']'.repeat(30_000)
  for (const text of ['', '[]', 'null', '"x"', '{}', deep, `{"commands":${deep}}`])
    expect(() => checkManifest(text)).toThrow(/manifest/)
})
