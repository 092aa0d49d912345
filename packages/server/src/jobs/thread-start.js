import { enableCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'

// A thread does not share the compiled modules of its server: with the cache it starts several times as fast.
// JavaScript, as scripts/start.js is: this file is read before there is a cache.
enableCompileCache()
await import('../http/arktype-compiled.ts')
await import(workerData.module)
