import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type ImportSpecifier, init, parse } from 'es-module-lexer'

import { NONCE } from './headers.ts'

/** Maps each shared module to its file in the dashboard; scripts/shared-modules.ts writes it. */
const SHARED_MODULES_FILE = '.shared-modules.json'

/** The plugins of `PLUGINS_DIR`, which the page loads in addition to the bundled ones. */
export interface PluginFiles {
  /** Links for the head of the page; src/main.tsx reads them. */
  readonly links: string
  /** Scripts and styles by path; the path changes with the content. */
  readonly files: ReadonlyMap<string, string>
}

/**
 * Reads the plugins of a folder, which has a subfolder for each: `<id>/plugin.js`, its imports and, optionally,
 * `<id>/plugin.css`. Imports of modules that the dashboard shares are rewritten to the dashboard's files.
 * @param dashboard folder of the built dashboard
 * @throws when the folder cannot be read, or a module imports one that the dashboard does not share
 */
export async function readPlugins(folder: string, dashboard: string): Promise<PluginFiles> {
  await init
  const shared = JSON.parse(
    readFileSync(join(dashboard, SHARED_MODULES_FILE), 'utf8'),
  ) as SharedModules
  const files = new Map<string, string>()
  const links: string[] = []
  for (const id of readdirSync(folder).toSorted()) {
    if (!existsSync(join(folder, id, 'plugin.js'))) continue
    if (!/^[a-z][a-z0-9-]*$/.test(id))
      throw new Error(
        `The folder of the plugin “${id}” must be named by its id, such as word-count.`,
      )
    const contents = readTexts(join(folder, id)).map(([path, text]) => {
      const isModule = path.endsWith('.js')
      return [path, isModule ? withShared(shared, text, `${id}/${path}`) : text] as const
    })
    // The hash covers the rewritten texts, because the dashboard files that they import have other names after an
    // upgrade.
    const hash = createHash('sha256').update(JSON.stringify(contents)).digest('base64url')
    const base = `assets/plugins/${id}/${hash.slice(0, 8)}/`
    for (const [path, text] of contents) files.set(base + path, text)
    const attributes = `crossorigin nonce="${NONCE}"`
    links.push(
      `<link rel="modulepreload" data-plugin="${id}" href="/${base}plugin.js" ${attributes}>`,
    )
    if (files.has(`${base}plugin.css`))
      links.push(`<link rel="stylesheet" href="/${base}plugin.css" ${attributes}>`)
  }
  return { links: links.join('\n'), files }
}

type SharedModules = Readonly<Record<string, string>>

/** Reads the scripts and styles of a folder, with their paths. */
function readTexts(folder: string): [path: string, text: string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(js|css)$/.test(path))
    .toSorted()
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')])
}

function withShared(shared: SharedModules, source: string, file: string): string {
  let code = source
  // Go from last to first, so that offsets stay valid.
  for (const { n: name, s: start, e: end, d: dynamic } of importsOf(source, file).toReversed()) {
    if (name === undefined || /^[./]/.test(name)) continue
    const path = shared[name]
    if (path === undefined)
      throw new Error(
        `The plugin’s module ${file} imports “${name}”, which the dashboard does not share: bundle it.`,
      )
    // The specifier of a dynamic import includes its quotes.
    code = code.slice(0, start) + (dynamic < 0 ? path : `'${path}'`) + code.slice(end)
  }
  return code
}

function importsOf(source: string, file: string): readonly ImportSpecifier[] {
  try {
    return parse(source)[0]
  } catch (cause) {
    throw new Error(`The plugin’s file ${file} must be a JavaScript module.`, { cause })
  }
}
