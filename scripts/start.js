import { enableCompileCache } from 'node:module'

// The only JavaScript file of ours: Node reads it before the cache is on, and would load its TypeScript compiler for
// it, at every start.

// Before any other import: the compiled form of later files is cached between starts.
enableCompileCache()

const { main } = await import('../packages/server/src/main.ts')
const { mountAssistant } = await import('./assistant.ts')
await main(process.argv.slice(2), {
  async build() {
    const { buildDashboardIfChanged } = await import('./dashboard-build.ts')
    buildDashboardIfChanged()
  },
  mount: mountAssistant,
  async seedDemo(settings) {
    const { seedDemo } = await import('../packages/demo/src/seed.ts')
    return seedDemo(settings)
  },
  async openDemoSite(server) {
    const { openDemoSite } = await import('../packages/demo/src/demo-site.ts')
    return openDemoSite(server)
  },
})
