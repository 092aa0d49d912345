import { Failure } from '../http/failure.ts'

/** Codes of the file system, a quota on it, and SQLite. */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']

/** Whether something failed because the disk takes no more. */
export const isDiskFull = (reason: unknown): boolean =>
  reason instanceof Error && 'code' in reason && CODES.includes(reason.code)

export const DISK_FULL = 'The server’s disk is full.'

/** The error of a call that has no disk space. */
export const diskFull = (): Failure =>
  new Failure('storage_full', `${DISK_FULL} Nothing was saved.`)
