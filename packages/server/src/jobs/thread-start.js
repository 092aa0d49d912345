import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

// A thread does not share the compiled modules of its server: with the cache it starts several times as fast.
// JavaScript, as scripts/start.js is: this file is read before there is a cache.
enableCompileCache()
await import('../http/arktype-compiled.ts')
const { runThread } = await import('./thread-side.ts')
const { run } = await import(workerData.module)
// The module of a job has one; others listen to their port.
if (run) await runThread(parentPort, workerData, run)
