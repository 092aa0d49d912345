import '@typecase/ui/theme.css'

import type { Plugin } from '@typecase/plugin-sdk/plugin'
import { createRoot } from 'react-dom/client'

import type { RunningApp } from './shell/boot.tsx'
import { boot } from './shell/boot.tsx'

/** Every folder in plugins/ with a plugin.ts; there is no list to edit. */
const found: Record<string, Plugin> = import.meta.glob('../plugins/*/plugin.ts', {
  eager: true,
  import: 'default',
})

/** What survives when this module is replaced because a plugin changed. */
interface HotData {
  app?: RunningApp
  plugins?: readonly Plugin[]
}

async function start(root: HTMLElement): Promise<RunningApp> {
  const app = boot({
    plugins: Object.values(found),
    baseUrl: import.meta.env['VITE_API_URL'] ?? '',
  })
  await app.ready
  createRoot(root).render(app.view)
  return app
}

/** Puts new versions of plugins into the app that runs; where one is and what one typed stays. */
async function update(app: RunningApp, known: readonly Plugin[] = []): Promise<RunningApp> {
  const changed = Object.values(found).filter((plugin) => !known.includes(plugin))
  for (const plugin of changed) await app.replace(plugin)
  return app
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

async function run(root: HTMLElement): Promise<void> {
  if (import.meta.env.DEV && location.pathname.startsWith('/_ui')) {
    const { Gallery } = await import('@typecase/ui/gallery')
    createRoot(root).render(<Gallery />)
    return
  }
  const hot: HotData = import.meta.hot?.data ?? {}
  hot.app = hot.app ? await update(hot.app, hot.plugins) : await start(root)
  hot.plugins = Object.values(found)
}

// Not awaited here: what is loaded meanwhile may import from the file that this module is bundled into,
// and would wait for it to end.
void run(root)
import.meta.hot?.accept()
