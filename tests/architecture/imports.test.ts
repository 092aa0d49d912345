import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'

import { describe, expect, test } from 'vitest'

import { importsOf, ROOT, sourcesOf } from './sources.ts'

/** Allowed imports between folders; all others are refused. See docs/architecture.md. */
const allowed: Record<string, readonly string[]> = {
  'packages/contract': [],
  'packages/content-query': ['packages/contract'],
  'packages/extension-sdk': ['packages/contract'],
  // Pages of other sites load it, so it has no dependencies.
  'packages/preview': [],
  extensions: ['packages/extension-sdk'],
  'packages/ui': [],
  'packages/plugin-sdk': ['packages/contract', 'packages/ui'],
  'packages/content': [
    'packages/plugin-sdk',
    'packages/ui',
    'packages/contract',
    'packages/content-query',
  ],
  'packages/server': ['packages/contract', 'packages/content-query'],
  // The kernel without a page. Besides `src/shell`, it is the only code that puts the core together.
  'packages/assistant': ['packages/plugin-sdk', 'packages/contract', 'src'],
  'packages/demo': ['packages/server', 'packages/contract'],
  src: ['packages/plugin-sdk', 'packages/ui', 'packages/contract', 'packages/content-query'],
  plugins: [
    'packages/plugin-sdk',
    'packages/extension-sdk',
    'packages/preview',
    'packages/content',
    'packages/ui',
    'packages/contract',
    'packages/content-query',
  ],
  // The terminal finds plugins by folder, and reads only their declarations.
  'scripts/terminal': [
    'packages/plugin-sdk',
    'packages/content',
    // Only its texts and formats, which need no browser.
    'packages/ui',
    'packages/contract',
    'packages/content-query',
  ],
}

/**
 * Returns the folder to which the rules apply: `plugins/objects/views/list.tsx` → `plugins/objects`,
 * `packages/ui/src/button.tsx` → `packages/ui`.
 */
function roomOf(path: string): string {
  const name = /^@typecase\/([a-z-]+)/.exec(path)
  if (name) return `packages/${name[1]}`
  const [top = '', second = ''] = path.split('/')
  return ['packages', 'plugins', 'scripts'].includes(top) ? `${top}/${second}` : top
}

const isOurs = (path: string) =>
  /^(@typecase\/|packages\/|plugins\/|src\/|tests\/|scripts\/)/.test(path)
/** Whether a file is a test, or used only by tests. */
const isTest = (path: string) =>
  /\.(test|test-d|fixture)\.tsx?$/.test(path) || path.includes('/testing/')

const sources = sourcesOf(
  'src/*.ts*',
  'plugins/*.ts*',
  'packages/*.ts*',
  'extensions/*.ts',
  'scripts/*.ts',
)

test.each(Object.keys(allowed))('%s imports only the packages and folders that it may', (room) => {
  const broken = sources
    .filter(({ path }) => path.startsWith(`${room}/`))
    .flatMap((source) => {
      const home = roomOf(source.path)
      return importsOf(source)
        .filter(isOurs)
        .map(roomOf)
        .filter((target) => target !== home && !allowed[room]?.includes(target))
        .map((target) => `${source.path} imports ${target}`)
    })
  expect(broken).toEqual([])
})

const OBJECTS = 'packages/server/src/resources/objects/'

/** The folders of the server's objects; each imports only those before it. */
const layers = ['model/', 'store/', 'queries/', 'changes/', 'handlers.ts']

test('in objects, handlers use changes and queries, these use the store, and all of them use the model', () => {
  const layerOf = (path: string) => layers.findIndex((layer) => path.startsWith(OBJECTS + layer))
  const upwards = sources
    .filter(({ path }) => path.startsWith(OBJECTS) && !isTest(path))
    .flatMap((source) => {
      expect(layerOf(source.path), source.path).toBeGreaterThanOrEqual(0)
      return importsOf(source)
        .filter((target) => layerOf(target) > layerOf(source.path))
        .map((target) => `${source.path} imports ${target}`)
    })
  expect(upwards).toEqual([])
  const model = sources.filter(({ path }) => path.startsWith(`${OBJECTS}model/`) && !isTest(path))
  expect(
    model.flatMap(importsOf).filter((path) => /\/(database|columns|app)[/.]/.test(path)),
  ).toEqual([])
})

/** Returns chains of imports that lead back to their beginning. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = []
  const visited = new Set<string>()
  const chain: string[] = []
  const visit = (path: string) => {
    const start = chain.indexOf(path)
    if (start !== -1) circles.push([...chain.slice(start), path].join(' → '))
    if (visited.has(path)) return
    visited.add(path)
    chain.push(path)
    for (const target of imports.get(path) ?? []) visit(target)
    chain.pop()
  }
  for (const path of imports.keys()) visit(path)
  return circles
}

test('the files of the server have no circular imports, not even of types', () => {
  const server = sources.filter(({ path }) => path.startsWith('packages/server/src/'))
  expect(server.length).toBeGreaterThan(500)
  expect(circlesIn(new Map(server.map((source) => [source.path, importsOf(source)])))).toEqual([])
  const circle = new Map([
    ['a', ['b', 'c']],
    ['b', ['d']],
    ['c', ['d']],
    ['d', ['b']],
  ])
  expect(circlesIn(circle)).toEqual(['b → d → b'])
})

test('declarations load no React modules, so they can be read without a browser', () => {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const withoutTypes = (text: string) => text.replaceAll(/import type [^']*'[^']*'/g, '')
  // The modules that load with a module; `import('…')`, `later` and `call` load on demand.
  const atOnce = (path: string, seen = new Set<string>()): Set<string> => {
    const source = byPath.get(path)
    if (!source || seen.has(path)) return seen
    seen.add(path)
    const text = withoutTypes(source.text).replaceAll(/import\([^)]*\)/g, '')
    for (const name of importsOf({ path, text })) {
      const target = /^@typecase\/([a-z-]+)\/(.+)$/.exec(name)
      if (target?.[2]?.startsWith('react/')) seen.add(name)
      else atOnce(target ? `packages/${target[1]}/src/${target[2]}.ts` : name, seen)
    }
    return seen
  }
  const declared = sources.filter(
    ({ path }) =>
      /^plugins\/[a-z-]+\/(plugin|later|commands|calls|calls\/[a-z-]+|[a-z-]+\/calls)\.ts$/.test(
        path,
      ) && !isTest(path),
  )
  const broken = declared.flatMap(({ path }) =>
    [...atOnce(path)]
      .filter((name) => name.endsWith('.tsx') || name.includes('/react/'))
      .map((name) => `${path} needs ${name}`),
  )
  expect(declared.length).toBeGreaterThan(10)
  expect(broken).toEqual([])
})

describe('the contract', () => {
  test('runs in a browser, with arktype as its only package', () => {
    const foreign = sources
      .filter(({ path }) => path.startsWith('packages/contract/') && !isTest(path))
      .flatMap((source) => importsOf(source).filter((name) => !isOurs(name) && name !== 'arktype'))
    expect(foreign).toEqual([])
  })
})

describe('the core', () => {
  test('names no plugin', () => {
    const ids = [
      ...new Set(
        sources.map(({ path }) => /^plugins\/([a-z-]+)\//.exec(path)?.[1]).filter(Boolean),
      ),
    ]
    const named = sources
      .filter(({ path }) => path.startsWith('src/') && !isTest(path))
      .flatMap(({ path, text }) =>
        ids
          // An id in quotes: `'objects.list'`. `"objects"` alone would forbid ordinary words.
          .filter((id) => new RegExp(`['"\`]${id}\\.[a-z]`).test(text))
          .map((id) => `${path} names ${id}`),
      )
    expect(named).toEqual([])
  })

  test('imports only calls, errors, accounts and events from the contract, and has no words of content', () => {
    const modules = ['endpoint', 'errors', 'events', 'product', 'request-url', 'users']
    // While it is down, the event stream asks for the bucket's version.
    const exceptions = ['src/api/bucket-events.ts imports @typecase/contract/buckets']
    const inRoom = sources.filter(
      ({ path }) => path.startsWith('src/') && !isTest(path) && !path.includes('.fixture.'),
    )
    const imports = inRoom.flatMap((source) =>
      importsOf(source)
        .filter((name) => name.startsWith('@typecase/contract/'))
        .filter((name) => !modules.includes(name.slice('@typecase/contract/'.length)))
        .map((name) => `${source.path} imports ${name}`),
    )
    const words = inRoom
      .filter(({ text }) => /permissionsOf|30 days'|['"`]\/import-/.test(text))
      .map(({ path }) => `${path} has words of content`)
    expect([...imports.filter((one) => !exceptions.includes(one)), ...words]).toEqual([])
  })

  test('has no two folders that import each other, not even types', () => {
    const folderOf = (path: string) => /^src\/([a-z-]+)\//.exec(path)?.[1]
    const arrows = new Map<string, string>()
    for (const source of sources.filter(({ path }) => path.startsWith('src/')))
      for (const target of importsOf(source)) {
        const [from, to] = [folderOf(source.path), folderOf(target)]
        if (from && to && from !== to) arrows.set(`${from} → ${to}`, `${source.path} → ${target}`)
      }
    const mutual = [...arrows].filter(([pair]) =>
      arrows.has(pair.split(' → ').toReversed().join(' → ')),
    )
    expect(arrows.size).toBeGreaterThan(10)
    expect(mutual.map(([, example]) => example)).toEqual([])
  })

  test('finds plugins in only one place', () => {
    const globs = sources.filter(
      ({ path, text }) =>
        path.startsWith('src/') && !isTest(path) && text.includes('import.meta.glob'),
    )
    expect(globs.map(({ path }) => path)).toEqual(['src/main.tsx'])
  })
})

test('.dockerignore excludes no file that the source files of the image import', () => {
  const rules = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const isLeftOut = (path: string) =>
    rules.reduce((isOut, rule) => {
      const pattern = rule.replace(/^!?\/?/, '')
      const isMatch = [pattern, `${pattern}/**`].some((glob) => matchesGlob(path, glob))
      return isMatch ? !rule.startsWith('!') : isOut
    }, false)
  expect(isLeftOut('docs/README.md')).toBe(true)
  const missing = sourcesOf('src', 'plugins', 'packages', 'extensions', 'scripts/package')
    .filter(({ path }) => !isTest(path))
    .flatMap((source) => importsOf(source).map((name) => [source.path, name]))
    .filter(([, name = '']) => isLeftOut(name))
  expect(missing).toEqual([])
})
