import { Failure } from '../http/failure.ts'

/** Error codes of the file system, of its quotas, and of SQLite. */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']

/** Whether an error means that the disk is full. */
export const isDiskFull = (reason: unknown): boolean =>
  reason instanceof Error && 'code' in reason && CODES.includes(reason.code)

export const DISK_FULL = 'The server’s disk is full.'

/** Returns the error of a call that finds no disk space. */
export const diskFull = (): Failure =>
  new Failure('storage_full', `${DISK_FULL} Nothing was saved.`)
