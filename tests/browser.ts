import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import type { Browser } from '@playwright/test'
import { inflate } from '@sparticuz/chromium'

/** The headless browser comes first: it draws and runs pages in the same way, and saves a fifth of the run. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The first version of Chromium that fetches a module again after a failure. In older ones, only a new page does. */
export const FETCHES_AGAIN = 154

export const fetchesAgain = (browser: Pick<Browser, 'version'> | null): boolean =>
  browser !== null && Number.parseInt(browser.version(), 10) >= FETCHES_AGAIN

export interface TestBrowser {
  executablePath: string
  /** Environment variables in addition to those of the parent process. */
  env?: Record<string, string>
}

/**
 * Returns the Chromium for tests: the system's, or else the one in the development dependencies, which is unpacked
 * once.
 * @returns undefined if the platform has neither: the packed one is for Linux on x64
 */
export async function findBrowser(): Promise<TestBrowser | undefined> {
  const installed = INSTALLED.find((path) => existsSync(path))
  if (installed) return { executablePath: installed }
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = await unpack()
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  }
}

/** Unpacks the browser with the libraries and the font that a bare system lacks. @returns its folder */
async function unpack(): Promise<string> {
  const root = join(import.meta.dirname, '..')
  const packed = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
  const folder = join(root, 'node_modules/.cache/typecase-chromium')
  if (existsSync(folder)) return folder
  // Another process may unpack it at the same time, and an interrupted run must not leave half a browser.
  const part = `${folder}-${process.pid}`
  mkdirSync(part, { recursive: true })
  const { TMPDIR } = process.env
  // The package unpacks into the folder for temporary files.
  process.env['TMPDIR'] = part
  const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']
  const unpacking = archives.map((name) => inflate(join(packed, 'bin', name)))
  if (TMPDIR === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = TMPDIR
  await Promise.all(unpacking)
  writeFileSync(join(part, 'fonts/fonts.conf'), fontsIn(join(folder, 'fonts')))
  if (existsSync(folder)) rmSync(part, { recursive: true })
  else renameSync(part, folder)
  return folder
}

/** The package's own settings only name folders of its platform, and Chromium exits without a font. */
const fontsIn = (folder: string) =>
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`
