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
  permissionsOfScope,
  tokenScopes,
} from '@typecase/contract/roles'
import { describe, expect, test } from 'vitest'

import * as limits from '../../packages/server/src/limits.ts'
import { settingList } from '../../packages/server/src/settings/setting-list.ts'
import { filesOf, ROOT } from './sources.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const pages = filesOf('*.md', '**/*.md')

/**
 * Compares the table between two comments of a page with its source.
 * To bring it up to date: UPDATE_DOCS=1 npx vitest run tests/architecture/docs.test.ts && npx oxfmt docs
 */
function expectTable(path: string, name: string, target: readonly string[][]): void {
  const page = read(path)
  const block = new RegExp(`(<!-- ${name} -->\\n)([\\s\\S]*?)(<!-- /${name} -->)`)
  if (process.env['UPDATE_DOCS']) {
    const [head = [], ...rows] = target
    const table = [head, head.map(() => '---'), ...rows]
      .map((cells) => `| ${cells.join(' | ')} |\n`)
      .join('')
    writeFileSync(
      join(ROOT, path),
      page.replace(block, (_all, begin: string, _old, end: string) => begin + table + end),
    )
    return
  }
  const words = (block.exec(page)?.[2] ?? '')
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([first = '']) => !/^-+$/.test(first))
  expect(words).toEqual(target)
}

/** `MAX_PDF_BYTES`, 100000000 → `100 MB` */
function formatLimit(name: string, value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    const { perSecond, burst } = value as { perSecond: number; burst: number }
    return `${perSecond} a second, ${burst.toLocaleString('en')} at once after a pause`
  }
  const units: readonly [RegExp, readonly (readonly [number, string])[]][] = [
    [
      /_MS$/,
      [
        [86_400_000, 'days'],
        [3_600_000, 'hours'],
        [60_000, 'minutes'],
        [1000, 'seconds'],
      ],
    ],
    [/_SECONDS$/, [[1, 'seconds']]],
    [
      /_BYTES$/,
      [
        [2 ** 30, 'GiB'],
        [2 ** 20, 'MiB'],
        [1_000_000, 'MB'],
        [1000, 'kB'],
        [1, 'bytes'],
      ],
    ],
    [/_CHARACTERS$/, [[1, 'characters']]],
    [/_PIXELS$/, [[1, 'pixels']]],
  ]
  const number = Number(value)
  const unit = units
    .find(([suffix]) => suffix.test(name))?.[1]
    .find(([size]) => number >= size && number % size === 0)
  const [size, word] = unit ?? [1, '']
  return `${(number / size).toLocaleString('en')} ${number / size === 1 ? word.replace(/s$/, '') : word}`.trim()
}

describe('docs/operations.md', () => {
  test('lists every setting with its meaning and default', () => {
    const rows = Object.entries(settingList).map(([name, { about, fallback }]) => [
      `\`${name}\``,
      fallback === 'unset' ? 'unset' : `\`${fallback}\``,
      about,
    ])
    expectTable('docs/operations.md', 'settings', [['setting', 'default', 'what'], ...rows])
  })

  test('lists every limit with its value and reason', () => {
    const source = read('packages/server/src/limits.ts')
    const rows = [...source.matchAll(/\/\*\* ([^\n]+) \*\/\nexport const (\w+) = /g)].map(
      ([, about = '', name = '']) => [
        `\`${name}\``,
        formatLimit(name, Object.entries(limits).find(([key]) => key === name)?.[1]),
        about,
      ],
    )
    expect(rows).toHaveLength(Object.keys(limits).length)
    expectTable('docs/operations.md', 'limits', [['limit', 'value', 'what'], ...rows])
  })
})

test('docs/api.md states the rate limits of the server', () => {
  const page = read('docs/api.md')
  const rates = Object.entries(limits).filter(([name]) => name.endsWith('_RATE'))
  for (const [name, rate] of rates.filter(([key]) => key !== 'EXTENSION_RATE'))
    expect(page).toContain(formatLimit(name, rate))
})

describe('docs/people-and-roles.md', () => {
  const page = read('docs/people-and-roles.md')
  const block = /(<!-- roles -->\n)([\s\S]*?)(<!-- \/roles -->)/

  /** A row for each permission, a column for each role. */
  function tableOf<Role extends string>(
    roles: readonly Role[],
    words: Readonly<Record<string, string>>,
    entry: Readonly<Record<Role, readonly string[]>>,
  ): string[][] {
    const rows = Object.entries(words).map(([permission, may]) => [
      may,
      ...roles.map((role) => (entry[role].includes(permission) ? 'yes' : '')),
    ])
    return [['may', ...roles], ...rows]
  }

  const writingScopes = tokenScopes.filter((scope) => scope !== 'read')
  const documented = [
    'give and take the roles',
    ...teamRoles.map((role) => rolesGivenBy[role].join(', ')),
  ]
  const target = [
    [...tableOf(teamRoles, teamPermissionWords, teamPermissionsOf), documented],
    tableOf(bucketRoles, permissionWords, permissionsOf),
    tableOf(writingScopes, permissionWords, permissionsOfScope),
  ]
  const titles = [
    'In a project or a workspace:',
    'In a bucket:',
    'By an access token, of its scope:',
  ]

  test('states what each role may do, as the contract defines it', () => {
    if (process.env['UPDATE_DOCS']) {
      const tables = target.map(([head = [], ...rows], at) =>
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
    expect(rows).toEqual(target.flat())
  })
})

describe('documentation pages', () => {
  test('link only to files that exist', () => {
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
      [...read(page).matchAll(/npm run ([a-z-]+(?::[a-z]+)?)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !(name in scripts))
        .map((name) => `${page} names ${name}`),
    )
    expect(unknown).toEqual([])
  })

  test('describe the architecture in at most a hundred lines', () => {
    expect(read('docs/architecture.md').trimEnd().split('\n').length).toBeLessThanOrEqual(100)
  })
})
