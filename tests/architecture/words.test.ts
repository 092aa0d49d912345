import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { ROOT, sourcesOf } from './sources.ts'

const glossary = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8')

const [table = '', avoidSection = ''] = glossary.split('## Words to avoid')

/** The last column of the glossary's table. */
const banned = table
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)])
  .map(([, words = '']) => words)

const isBanned = new RegExp(`\\b(${banned.join('|')})s?\\b`)

/** Returns the names and UI texts of a file as plain words: `contentTypes` → `content types`. */
function wordsIn(text: string): string[] {
  return (
    text
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/(^|\s)\/\/.*$/gm, '')
      // The HTTP header, and its names in libraries.
      .replaceAll(/content-?type(?=\b|Parser)/gi, '')
      // People may search by other words, too.
      .replaceAll(/(keywords|aliases): \[[^\]]*\]/g, '')
      .split('\n')
      .map((line) =>
        line
          .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
          .replaceAll(/[_-]/g, ' ')
          .toLowerCase(),
      )
  )
}

const findIn = (text: string): string[] =>
  wordsIn(text).flatMap((line) => isBanned.exec(line)?.[0] ?? [])

test('the check reads the glossary and finds its banned words in code', () => {
  expect(banned).toContain('content type')
  expect(findIn('const contentTypes = list()')).toEqual(['content types'])
  expect(findIn("title: 'New media asset…'")).toEqual(['media asset'])
  expect(findIn('import a from "./field-sets.ts"')).toEqual(['field sets'])
  expect(findIn("headers: { 'content-type': type }, // a content type")).toEqual([])
})

test('names and interface texts use none of the glossary’s banned synonyms', () => {
  const offenders = sourcesOf('src/*.ts*', 'plugins/*.ts*', 'packages/*.ts*')
    // Exempt: the content of the demo and the templates, and readers of exports whose systems say “content type”.
    .filter(({ path }) => !/\/(demo|templates|contentful|strapi)\//.test(path))
    .flatMap(({ path, text }) => findIn(text).map((words) => `${path}: ${words}`))
  expect(offenders).toEqual([])
})

test('comments, names and docs use none of the glossary’s words to avoid', () => {
  const words = [...avoidSection.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
  expect(words).toContain('nobody')
  const isAvoided = new RegExp(`\\b(?!nobody')(${words.join('|')})\\b(?!@| for)`, 'i')
  const files = sourcesOf('src/', 'plugins', 'packages', 'scripts', 'tests', 'docs', 'README.md')
  const lines = files
    .filter(({ path }) => /\.(tsx?|css|md)$/.test(path))
    // Exempt: decisions are history, the demo is written by its characters, `told` is a column of `metered_usage`, common
    // passwords are not our words, and an account of Unix has its name.
    .filter(
      ({ path }) =>
        !/decisions\/|demo\/src\/content|glossary\.md|words\.test|metered-usage\.ts|common-password/.test(
          path,
        ),
    )
    .flatMap(({ path, text }) => text.split('\n').map((line) => `${path}: ${line.trim()}`))
  expect(lines.filter((line) => isAvoided.test(line))).toEqual([])
})

const isOtherMail =
  /\b(?:an?|the|your|by|get|no|one|new|this|these|their|its) e?mails?\b(?! server| program| scanner)/i

test('sentences say “e-mail”', () => {
  expect('Others are invited by mail').toMatch(isOtherMail)
  expect('Verify your email').toMatch(isOtherMail)
  expect('Without a mail server, each e-mail is a file').not.toMatch(isOtherMail)
  const lines = sourcesOf('src/', 'plugins', 'packages', 'scripts', 'docs', 'README.md')
    .filter(({ path }) => /\.(tsx?|md)$/.test(path) && !/decisions\/|glossary\.md/.test(path))
    .flatMap(({ path, text }) => text.split('\n').map((line) => `${path}: ${line.trim()}`))
  expect(lines.filter((line) => isOtherMail.test(line))).toEqual([])
})

/** Participles and adjectives that say nothing about a value; use a noun or a verb of the field. */
const BARE_NAMES = 'kept|found|own|asked|given|wanted|gone|shown|made|begun|heard|held|told|brought'
const isDeclaration = new RegExp(
  String.raw`(?:\b(?:const|let|function|class|interface|type|readonly)\s+|[{(,]\s*|^\s*)(${BARE_NAMES})(?=\s*[:=,)};?(<]|\s+of\b)`,
)

/** Returns the lines of a file that declare one of these names. Ignores comments, strings and JSX text. */
const bareNamesIn = (text: string): string[] =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '$1')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replaceAll(/`(?:[^`\\$]|\\.|\$(?!\{)|\$\{[^}]*\})*`/g, '``')
    .replaceAll(/>[^<>{}\n]*</g, '><')
    .split('\n')
    .filter((line) => isDeclaration.test(line))

test('no value has a bare participle as its name', () => {
  expect(
    bareNamesIn('const kept = 1 // found\ncall({ given })\nfor (const asked of all) say("own")'),
  ).toEqual(['const kept = 1 ', 'call({ given })', "for (const asked of all) say('')"])
  expect(bareNamesIn("const keptRows = rows.found\nt('kept: 2')")).toEqual([])
  const offenders = sourcesOf('src/*.ts*', 'plugins/*.ts*', 'packages/*.ts*', 'scripts/*.ts')
    // Test data may have any keys; `told` is a column.
    .filter(({ path }) => !/\.test\.|\.test-d\.|fixture|metered-usage\.ts/.test(path))
    .flatMap(({ path, text }) => bareNamesIn(text).map((line) => `${path}: ${line.trim()}`))
  expect(offenders).toEqual([])
})

/** Declares a function, class or type. */
const declaration =
  /^\s*(?:export )?(?:(?:async )?function\*? |const (?=\w+ = (?:async )?(?:<[^=]*>)?\([^)]*\)(?:: [^=]+)? =>)|(?:interface|type|class) )(\w+)/

const isParticiple = /^[A-Z]?[a-z]+(?:[^e]ed|ied)$|^(?:Made|Held|Built|Sent|Taken|Written|Chosen)$/

/** A prepared query is called by name, like a prepared statement; the other one is a kind of failure. */
const EXEMPT = new Set(['prepared', 'unauthenticated'])

/** Returns the functions, classes and types of a file that are named with a single participle. */
const participlesIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const [, name = ''] = declaration.exec(line) ?? []
    return isParticiple.test(name) && !EXEMPT.has(name) ? [name] : []
  })

test('no function or type has a participle as its name', () => {
  expect(participlesIn('export async function edited(a) {\nconst sorted = (a: A): B =>')).toEqual([
    'edited',
    'sorted',
  ])
  expect(participlesIn('interface Planned {\nconst planned = 1\ntype EditedText = {}')).toEqual([
    'Planned',
  ])
  const offenders = sourcesOf('src/*.ts*', 'plugins/*.ts*', 'packages/*.ts*', 'scripts/*.ts')
    // Exempt: the types that the terminal generates for scripts of users.
    .filter(({ path }) => !/\.test\.|\.test-d\.|fixture|\/testing\/|bucket-types\.ts/.test(path))
    .flatMap(({ path, text }) => participlesIn(text).map((name) => `${path}: ${name}`))
  expect(offenders).toEqual([])
})
