import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import {
  bucketRoles,
  permissionsOf,
  permissionWords,
  rolesGivenBy,
  teamPermissionsOf,
  teamPermissionWords,
  teamRoles,
} from '@typecase/contract/roles'
import { describe, expect, test } from 'vitest'

import { settingList } from '../../packages/server/src/settings/setting-list.ts'
import { filesOf, ROOT } from './sources.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const pages = filesOf('*.md', '**/*.md')

describe('docs/operations.md', () => {
  const page = read('docs/operations.md')
  const block = /(<!-- settings -->\n)([\s\S]*?)(<!-- \/settings -->)/

  test('has every setting, its meaning and its default', () => {
    const rows = Object.entries(settingList).map(([name, { about, fallback }]) => [
      `\`${name}\``,
      fallback === 'unset' ? 'unset' : `\`${fallback}\``,
      about,
    ])
    const wanted = [['setting', 'default', 'what'], ...rows]
    if (process.env['UPDATE_DOCS']) {
      const table = [wanted[0] ?? [], ['---', '---', '---'], ...rows]
        .map((cells) => `| ${cells.join(' | ')} |\n`)
        .join('')
      writeFileSync(
        join(ROOT, 'docs/operations.md'),
        page.replace(block, (_all, begin: string, _old, end: string) => begin + table + end),
      )
      return
    }
    const table = block.exec(page)?.[2] ?? ''
    const shown = table
      .trim()
      .split('\n')
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
      .filter(([first = '']) => !/^-+$/.test(first))
    // To bring the table up to date: UPDATE_DOCS=1 npx vitest run tests/architecture/docs.test.ts && npx oxfmt docs
    expect(shown).toEqual(wanted)
  })
})

describe('docs/people-and-roles.md', () => {
  const page = read('docs/people-and-roles.md')
  const block = /(<!-- roles -->\n)([\s\S]*?)(<!-- \/roles -->)/

  /** A row for each permission, a column for each role. */
  function tableOf<Role extends string>(
    roles: readonly Role[],
    words: Readonly<Record<string, string>>,
    held: Readonly<Record<Role, readonly string[]>>,
  ): string[][] {
    const rows = Object.entries(words).map(([permission, may]) => [
      may,
      ...roles.map((role) => (held[role].includes(permission) ? 'yes' : '')),
    ])
    return [['may', ...roles], ...rows]
  }

  const given = [
    'give and take the roles',
    ...teamRoles.map((role) => rolesGivenBy[role].join(', ')),
  ]
  const wanted = [
    [...tableOf(teamRoles, teamPermissionWords, teamPermissionsOf), given],
    tableOf(bucketRoles, permissionWords, permissionsOf),
  ]
  const titles = ['In a project or a workspace:', 'In a bucket:']

  test('says what each role may do, as the contract does', () => {
    if (process.env['UPDATE_DOCS']) {
      const tables = wanted.map(([head = [], ...rows], at) =>
        [
          titles[at],
          '',
          ...[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`),
        ].join('\n'),
      )
      const text = `\n${tables.join('\n\n')}\n\n`
      writeFileSync(
        join(ROOT, 'docs/people-and-roles.md'),
        page.replace(block, (_all, begin: string, _old, end: string) => begin + text + end),
      )
      return
    }
    const text = block.exec(page)?.[2] ?? ''
    const rows = text
      .split('\n')
      .filter((line) => line.startsWith('|') && !line.startsWith('| -'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
    // To bring it up to date: UPDATE_DOCS=1 npx vitest run tests/architecture/docs.test.ts && npx oxfmt docs
    expect(rows).toEqual(wanted.flat())
  })
})

describe('the pages', () => {
  test('link only to what is there', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target = '']) => normalize(join(dirname(page), target)))
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${page} links to ${path}`),
    )
    expect(broken).toEqual([])
  })

  test('name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: object }
    const unknown = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run ([a-z-]+)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !(name in scripts))
        .map((name) => `${page} names ${name}`),
    )
    expect(unknown).toEqual([])
  })

  test('tell the architecture in a hundred lines', () => {
    expect(read('docs/architecture.md').trimEnd().split('\n').length).toBeLessThanOrEqual(100)
  })
})
