import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Returns the path of the file with the sessions of `--save`, which only its owner can read. */
export const savedSessionsPath = (): string =>
  join(
    process.env['XDG_CONFIG_HOME'] || process.env['APPDATA'] || join(homedir(), '.config'),
    'typecase',
    'sessions.json',
  )

/** Returns the saved token of a server, if any. */
export const savedToken = (url: string): string | undefined => read()[new URL(url).origin]

/** Saves the token of a server. */
export function saveToken(url: string, token: string): void {
  const path = savedSessionsPath()
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, `${JSON.stringify({ ...read(), [new URL(url).origin]: token }, null, 2)}\n`, {
    mode: 0o600,
  })
  // The mode above only applies to a new file.
  chmodSync(path, 0o600)
}

function read(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(savedSessionsPath(), 'utf8')) as Record<string, string>
  } catch {
    return {}
  }
}
