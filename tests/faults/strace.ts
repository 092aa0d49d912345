import { spawnSync } from 'node:child_process'

/** Options of a test that traces system calls, which takes strace and the permission to trace. */
export const needsStrace = {
  skip: spawnSync('strace', ['-f', '-e', 'trace=fdatasync', 'true']).status !== 0,
  meta: { needs: 'strace, with the permission to trace (apt-get install strace)' },
}
