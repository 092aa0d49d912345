import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'

import { connect } from './connection.ts'

// The thread of `WriteAheadLog`: brings the log into the file while others write, and the rest once they wait.
const connection = connect(workerData.file)
connection.pragma('wal_checkpoint(PASSIVE)')
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a parent thread has none
parentPort.postMessage('most of it')
await once(parentPort, 'message')
connection.pragma('wal_checkpoint(PASSIVE)')
connection.close()
