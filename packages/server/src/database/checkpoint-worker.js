import { workerData } from 'node:worker_threads'

import { connect } from './connection.ts'

// The thread of `checkpointAside`.
const connection = connect(workerData.file)
connection.pragma('wal_checkpoint(PASSIVE)')
connection.close()
