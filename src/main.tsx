import '@typecase/ui/theme.css'

import type { Plugin } from '@typecase/plugin-sdk/plugin'
import { createRoot } from 'react-dom/client'

import { boot, type RunningApp } from './shell/boot.tsx'
import { allowInertDocuments } from './shell/trusted-types.ts'

/**
 * Every folder in plugins/ that has a plugin.ts, without a list to maintain. The import is not eager, since a module
 * that throws would keep this one from running. The bundler puts the modules into this file regardless.
 */
const modules = import.meta.glob<{ default: Plugin }>('../plugins/*/plugin.ts')
const plugins = Object.fromEntries(
  Object.entries(modules).map(([path, load]) => [path.split('/').at(-2) ?? path, load]),
)

/** Plugins that the operator added (`PLUGINS_DIR`). The server links them in the page. */
const thirdParty = Object.fromEntries(
  Array.from(
    document.querySelectorAll<HTMLLinkElement>('link[data-plugin]'),
    ({ dataset, href }) => [dataset['plugin'], () => import(/* @vite-ignore */ href)] as const,
  ),
)

/** State that is kept when this module is replaced because a plugin changed. */
interface HotData {
  app?: RunningApp
  plugins?: readonly Plugin[]
}

async function start(root: HTMLElement): Promise<RunningApp> {
  const app = boot({ plugins, thirdParty, baseUrl: import.meta.env['VITE_API_URL'] ?? '' })
  await app.ready
  createRoot(root, {
    // Reports the cause, since React's own error only says that it has recovered.
    onRecoverableError: (error) =>
      reportError(error instanceof Error ? (error.cause ?? error) : error),
  }).render(app.view)
  return app
}

/** Replaces changed plugins in the running app. The current page and the user's input stay. */
async function update(hot: HotData, app: RunningApp): Promise<void> {
  const loaded = await Promise.allSettled(Object.values(plugins).map((load) => load()))
  const now = loaded.flatMap((one) => (one.status === 'fulfilled' ? one.value.default : []))
  const changed = now.filter((plugin) => !hot.plugins?.includes(plugin))
  // The first time there is no earlier list to compare with, and nothing has changed.
  if (hot.plugins) for (const plugin of changed) await app.replace(plugin)
  hot.plugins = now
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

async function run(root: HTMLElement): Promise<void> {
  allowInertDocuments()
  if (import.meta.env.DEV && location.pathname.startsWith('/_ui')) {
    const { Gallery } = await import('@typecase/ui/gallery')
    createRoot(root).render(<Gallery />)
    return
  }
  const hot: HotData = import.meta.hot?.data ?? {}
  hot.app ??= await start(root)
  if (import.meta.hot) await update(hot, hot.app)
}

// Not awaited: lazily loaded modules may import from the file that contains this one, and would deadlock.
void run(root)
import.meta.hot?.accept()
