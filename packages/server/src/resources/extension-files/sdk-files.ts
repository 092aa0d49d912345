import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { EXTENSION_API } from '@typecase/contract/extension-manifest'

import type { PackageFile } from '../../http/package-files.ts'
import { javaScriptOf } from '../marketplace/read-folder.ts'

const PACKAGES = join(import.meta.dirname, '../../../..')
const SDK = join(PACKAGES, 'extension-sdk/src')
const UI = join(PACKAGES, 'ui')
/** The styles of the dashboard's font, which has one file per alphabet. */
const FONT = createRequire(join(UI, 'package.json')).resolve('@fontsource-variable/inter/wght.css')

export interface File {
  readonly type: string
  readonly content: Buffer
}

/** Returns the files below `/ext/sdk/` by path: the modules that extensions import, and their default styles. */
export function sdkFiles(): Record<string, () => Promise<PackageFile>> {
  return {
    [`/ext/sdk/${EXTENSION_API}.js`]: () => sdkModule('extension-sdk.ts'),
    '/ext/sdk/guard.js': () => sdkModule('guard.ts'),
    [`/ext/sdk/${EXTENSION_API}.css`]: async () => ({
      type: 'text/css; charset=utf-8',
      // The font, colours and sizes of the dashboard come before the styles that use them.
      content: Buffer.concat(
        await Promise.all(
          [FONT, join(UI, 'src/tokens.css'), join(SDK, 'extension-sdk.css')].map((path) =>
            readFile(path),
          ),
        ),
      ),
    }),
    ...Object.fromEntries(fontFiles().map((name) => [`/ext/sdk/${name}`, () => fontFile(name)])),
  }
}

const sdkModule = async (name: string): Promise<PackageFile> => ({
  type: 'text/javascript; charset=utf-8',
  content: javaScriptOf(await readFile(join(SDK, name))),
})

/** Lists the files that the font's styles refer to, by their relative paths. */
const fontFiles = (): string[] =>
  Array.from(
    readFileSync(FONT, 'utf8').matchAll(/url\(\.\/(files\/[\w-]+\.woff2)\)/g),
    ([, name = '']) => name,
  )

const fontFile = async (name: string): Promise<PackageFile> => ({
  type: 'font/woff2',
  content: await readFile(join(dirname(FONT), name)),
})
