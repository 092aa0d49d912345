import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Enable this before the server is loaded, so that its compiled code is cached between starts.
enableCompileCache()

const { main } = await import('../../packages/server/src/main.ts')
const { mountAssistant } = await import('../assistant.ts')
await main(process.argv.slice(2), {
  dashboard: join(import.meta.dirname, '../../dist'),
  mount: mountAssistant,
  seedDemo: async (settings) =>
    (await import('../../packages/demo/src/seed.ts')).seedDemo(settings),
  openDemoSite: async (server) =>
    (await import('../../packages/demo/src/demo-site.ts')).openDemoSite(server),
})
