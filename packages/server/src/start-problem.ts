import { relative } from 'node:path'

import { DataDirInUse } from './database/data-lock.ts'
import type { Settings } from './settings/settings.ts'

/** An error of the operating system or of SQLite, with the fields they add to the message. */
interface SystemError extends Error {
  readonly code?: string
  /** `listen` and `getaddrinfo` fail because of HOST or PORT. */
  readonly syscall?: string
  readonly path?: string
}

/** Reasons why a file or folder cannot be used; a code may have a suffix, as in `SQLITE_READONLY_DIRECTORY`. */
const REASONS: readonly (readonly [code: string, words: string])[] = [
  ['EACCES', 'this user may not use it'],
  ['EPERM', 'this user may not use it'],
  ['EROFS', 'it is read-only'],
  ['SQLITE_READONLY', 'it is read-only'],
  ['SQLITE_CANTOPEN', 'it cannot be opened or made; its folder may be read-only'],
  ['SQLITE_NOTADB', 'it is not a database'],
  ['SQLITE_CORRUPT', 'it is damaged; restore a backup'],
  ['ENOSPC', 'the disk is full'],
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_BUSY', 'another program is using it'],
  ['EEXIST', 'a file is in its place'],
  ['EISDIR', 'a folder is in its place'],
  ['ENOTDIR', 'part of its path is a file'],
  ['ENOENT', 'it cannot be made there'],
  ['ENAMETOOLONG', 'its name is too long'],
]

/** Returns one sentence that says why the product cannot start and names the setting or the file. */
export function startProblem(reason: unknown, settings?: Settings): string {
  if (!(reason instanceof Error)) return String(reason)
  const { code = '', syscall, path, message }: SystemError = reason
  if (settings && (syscall === 'listen' || syscall === 'getaddrinfo')) {
    const { HOST, PORT } = settings
    if (code === 'EADDRINUSE') {
      return `PORT ${PORT} is taken: another program is listening on ${HOST}:${PORT}. Stop it, or set another PORT.`
    }
    if (code === 'EACCES') return `PORT ${PORT} is not for this user. Set a PORT above 1023.`
    return `HOST ${HOST} is not an address of this machine (${code}). Set HOST to one, such as 127.0.0.1, or to 0.0.0.0 for all.`
  }
  if (path === undefined || reason instanceof DataDirInUse) return message
  const [, words = message] = REASONS.find(([prefix]) => code.startsWith(prefix)) ?? []
  const dataDir = settings?.DATA_DIR
  const isDataDir = dataDir !== undefined && (isWithin(dataDir, path) || isWithin(path, dataDir))
  return `${isDataDir ? `DATA_DIR ${dataDir}: ` : ''}${path} cannot be used: ${words}.`
}

const isWithin = (folder: string, path: string): boolean => !relative(folder, path).startsWith('..')
