import { basename, dirname } from 'node:path'

import { expect, test } from 'vitest'

import { filesOf } from './sources.ts'

/** Roles of files at the top of a plugin, each with its one name: docs/writing-a-plugin.md describes them. */
const roles = [
  'plugin',
  'routes',
  'sections',
  'record',
  'queries',
  'facts',
  'commands',
  'runs',
  'calls',
  'form',
  'words',
  'later',
  'keys',
  'activate',
  'golden-queries',
]

/** Modules about the subject of a single plugin. Several modules of one subject form a folder. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  repositories: ['host'],
  'smart-views': ['view-look'],
}

const pluginOf = (path: string) => path.split('/')[1] ?? ''

test('a plugin with a record names its files after their roles', () => {
  const plugins = filesOf('plugins/*/record.ts').map(pluginOf)
  expect(plugins).toContain('webhooks')
  const others = plugins.flatMap((id) =>
    filesOf(`plugins/${id}`)
      .filter((path) => dirname(path) === `plugins/${id}` && /\.tsx?$/.test(path))
      .filter((path) => !/\.(test|fixture)\.tsx?$/.test(path))
      .filter((path) => {
        const name = basename(path).replace(/\.tsx?$/, '')
        return !roles.includes(name) && !name.endsWith('-source') && !subjects[id]?.includes(name)
      }),
  )
  expect(others).toEqual([])
})
