import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Plugin } from '@typecase/plugin-sdk/plugin'

const PLUGINS = join(import.meta.dirname, '../../plugins')

interface PluginModule {
  default: Plugin
}

/** Loads all plugins. In the installed package, a static list replaces this module (scripts/package/bundle.ts). */
export function loadPlugins(): Promise<PluginModule[]> {
  const files = readdirSync(PLUGINS)
    .map((id) => join(PLUGINS, id, 'plugin.ts'))
    .filter((file) => existsSync(file))
  return Promise.all(files.map((file) => import(pathToFileURL(file).href) as Promise<PluginModule>))
}
