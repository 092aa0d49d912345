import { globSync } from 'node:fs'
import { join } from 'node:path'

import type { Plugin } from 'vite'

/** Libraries whose state the plugins share with the dashboard. */
const LIBRARIES = ['arktype', '@tanstack/react-query']
/** CommonJS libraries, each of which needs a module with named exports. */
const COMMON_JS = ['react', 'react/jsx-runtime', 'react-dom']
const PREFIX = '\0shared:'

/** Returns the modules of our own packages that plugins may import, by specifier. */
function repositoryModules(root: string): string[] {
  return ['ui', 'plugin-sdk', 'content'].flatMap((name) =>
    globSync('**/*.{ts,tsx}', { cwd: join(root, 'packages', name, 'src') })
      .filter((path) => !/\.(test|test-d|fixture)\.|^(testing|gallery)\b/.test(path))
      .map((path) => `@typecase/${name}/${path.replace(/\.tsx?$/, '')}`),
  )
}

/**
 * Builds a file for each module that plugins from outside the repository share with the dashboard, so that there is one
 * React, one query cache and one design system. `.shared-modules.json` maps each import to its file; the server uses it
 * to rewrite the imports of plugins (packages/server/src/http/plugin-files.ts).
 * @param root the project's folder
 */
export function sharedModules(root: string): Plugin {
  const references = new Map<string, string>()
  return {
    name: 'shared-modules',
    apply: 'build',
    async buildStart() {
      for (const name of [...LIBRARIES, ...COMMON_JS, ...repositoryModules(root)]) {
        // Modules that their package does not export are not shared.
        if (!(await this.resolve(name))) continue
        const reference = this.emitFile({
          type: 'chunk',
          id: COMMON_JS.includes(name) ? PREFIX + name : name,
          name: `shared-${name.replace('@', '').replaceAll('/', '-')}`,
          preserveSignature: 'strict',
        })
        references.set(name, reference)
      }
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? id : null),
    async load(id) {
      if (!id.startsWith(PREFIX)) return null
      const name = id.slice(PREFIX.length)
      const { default: library } = (await import(name)) as { default: object }
      const names = Object.keys(library).join(', ')
      return `import library from '${name}'\nexport default library\nexport const { ${names} } = library`
    },
    generateBundle() {
      const files = [...references].map(([name, reference]) => [
        name,
        `/${this.getFileName(reference)}`,
      ])
      this.emitFile({
        type: 'asset',
        fileName: '.shared-modules.json',
        source: JSON.stringify(Object.fromEntries(files)),
      })
    },
  }
}
