import { globSync } from 'node:fs'
import { join } from 'node:path'

import type { Rolldown } from 'vite'

interface Imports {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}
type ImportsOf = (id: string) => Imports | null

/** Returns the modules that these import statically, directly or not. */
function reach(entries: readonly string[], importsOf: ImportsOf): Set<string> {
  const reached = new Set<string>()
  const waiting = [...entries]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...(importsOf(id)?.importedIds ?? []))
  }
  return reached
}

/** Counts the entries that reach each module, for modules that at least two of them share. */
function countShared(entries: readonly string[], importsOf: ImportsOf): Map<string, number> {
  const counts = new Map<string, number>()
  for (const entry of new Set(entries))
    for (const id of reach([entry], importsOf)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return new Map([...counts].filter(([, count]) => count > 1))
}

/** Number of pages from which a module counts as used by most pages. */
const MIN_PAGES = 6

/** The groups, most important first: a module belongs to the first one that contains it. */
const names = ['first', 'frame', 'commands', 'pages', 'list', 'editor', 'others'] as const
type Members = Record<(typeof names)[number], ReadonlySet<string>>

/**
 * Combines modules that are needed together into one file. It compresses better than the dozens of small shared chunks
 * that the bundler would create, and a browser requests only six files at a time.
 * - first: modules of every page, startup code of plugins, the access gate, and the login page, whose parts most other
 *   forms reuse
 * - frame: the frame around every page of a signed-in user
 * - commands: code that plugins and the shell load later; the frame must not wait for it
 * - pages: code shared by many pages, or by pages and commands
 * - list, editor: code that the two main pages share with a few others
 * - others: code shared by a few other pages
 * @param root the project's folder
 */
export function bundleGroups(root: string): Rolldown.CodeSplittingGroup[] {
  const filesLike = (pattern: string) =>
    globSync(pattern, { cwd: root }).map((path) => join(root, path))
  let members: Members | undefined

  function membersOf(importsOf: ImportsOf): Members {
    const lazyOf = (ids: Iterable<string>) =>
      [...ids].flatMap((id) => importsOf(id)?.dynamicallyImportedIds ?? [])
    const partsOf = (view: string) =>
      reach(importsOf(join(root, view))?.importedIds ?? [], importsOf)
    const commands = reach(filesLike('{plugins/*,src/shell}/{commands,later}.ts'), importsOf)
    const pages = lazyOf(filesLike('plugins/**/routes.ts'))
    const shared = countShared([...pages, ...lazyOf(commands)], importsOf)
    const ofPages = reach(pages, importsOf)
    const sharedOf = (ids: ReadonlySet<string>, from = 2) =>
      new Set([...ids].filter((id) => (shared.get(id) ?? 0) >= from))
    return {
      first: reach(
        [
          join(root, 'src/main.tsx'),
          ...filesLike('plugins/*/{plugin,activate}.ts'),
          join(root, 'plugins/access-gate/gate.tsx'),
          join(root, 'plugins/account/views/login.tsx'),
        ],
        importsOf,
      ),
      commands,
      frame: partsOf('src/shell/frame.tsx'),
      pages: sharedOf(ofPages, MIN_PAGES),
      list: sharedOf(partsOf('plugins/objects/views/object-list.tsx')),
      editor: sharedOf(partsOf('plugins/editor/views/object-editor.tsx')),
      others: sharedOf(ofPages),
    }
  }

  function groupOf(id: string, importsOf: ImportsOf): string | undefined {
    members ??= membersOf(importsOf)
    return names.find((name) => members?.[name].has(id))
  }

  const groups = names.map((name, index): Rolldown.CodeSplittingGroup => ({
    debugName: name,
    // A group includes the imports of its modules, except for those in a more important group.
    priority: names.length - index,
    name: (id, context) =>
      groupOf(id, (one) => context.getModuleInfo(one)) === name ? name : null,
  }))
  // Only number fields use this module, but every button reaches the index of its package.
  const numbers: Rolldown.CodeSplittingGroup = {
    name: 'parse-numbers',
    priority: names.length + 1,
    test: /\/NumberParser\./,
    includeDependenciesRecursively: false,
  }
  return [numbers, ...groups]
}
