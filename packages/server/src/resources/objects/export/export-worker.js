import { enableCompileCache } from 'node:module'

// JavaScript, as scripts/start.js is: a thread has a cache of its own, and begins without one.
enableCompileCache()
await import('../../../http/arktype-compiled.ts')
await import('./export-thread.ts')
