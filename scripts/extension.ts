import { stat, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'

import { Failure } from '../packages/server/src/http/failure.ts'
import { writeArchive } from '../packages/server/src/resources/marketplace/archive.ts'
import { type Bundle, makeBundle } from '../packages/server/src/resources/marketplace/bundle.ts'
import { readFolder } from '../packages/server/src/resources/marketplace/read-folder.ts'
import { Problem, WrongArguments } from './terminal/problem.ts'

const USAGE = `Packs an extension for the marketplace.

  npx typecase extension pack <folder> <file.zip>
      Checks the folder as publishing does, leaves the types out of its TypeScript, and writes the zip. The entry of a
      manifest is a .js file: extension.ts is packed as extension.js. Hidden files, *.test.ts and *.d.ts stay behind.

It ends with 0 when the file is written, 1 when the extension is not right, 2 when the arguments are wrong.
`

/** Runs `typecase extension`. @returns the exit code @throws Problem with the error */
export async function extensionCommand(args: readonly string[]): Promise<number> {
  const { words, isHelp } = readArguments(args)
  const [verb, folder, file, ...more] = words
  if (isHelp || verb === undefined || verb === 'help') {
    process.stdout.write(USAGE)
    return 0
  }
  if (verb !== 'pack')
    throw new WrongArguments(`There is no command “extension ${verb}”. With extension go: pack.`)
  if (folder === undefined || file === undefined || more.length > 0)
    throw new WrongArguments(
      'Say which folder to pack, and the file to write: extension pack <folder> <file.zip>.',
    )
  const bundle = await bundleOf(folder)
  await writeFile(file, await writeArchive(bundle.files))
  const { manifest, files, size } = bundle
  const kilobytes = Math.ceil(size / 1000).toLocaleString('en')
  process.stdout.write(
    `Packed ${manifest.id} ${manifest.version}: ${files.length} files, ${kilobytes} kB unpacked, in ${file}.\n`,
  )
  return 0
}

async function bundleOf(folder: string): Promise<Bundle> {
  const folderStat = await stat(folder).catch(() => undefined)
  if (!folderStat?.isDirectory()) throw new WrongArguments(`There is no folder ${folder}.`)
  try {
    return await makeBundle(await readFolder(folder))
  } catch (reason) {
    if (reason instanceof Failure) throw new Problem(reason.message)
    throw reason
  }
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' } },
    })
    return { words: positionals, isHelp: values.help === true }
  } catch (reason) {
    throw new WrongArguments(reason instanceof Error ? reason.message : String(reason))
  }
}
