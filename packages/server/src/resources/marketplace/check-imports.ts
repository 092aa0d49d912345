import { posix } from 'node:path'

import { type ImportSpecifier, init, parse } from 'es-module-lexer'

import { invalid } from '../../http/failure.ts'

const SDK = '@typecase/extension-sdk'

/**
 * Checks that the frame of an extension can load everything that its modules import.
 * @throws Failure `invalid` that names the module and the import
 */
export async function checkImports(files: ReadonlyMap<string, Buffer>): Promise<void> {
  await init
  for (const [path, content] of files) {
    if (!path.endsWith('.js')) continue
    for (const { n: specifier } of importsOf(path, content.toString('utf8'))) {
      // A computed specifier is only known at runtime.
      if (specifier === undefined || specifier === SDK) continue
      const [relative = ''] = specifier.split(/[?#]/)
      if (/^\.\.?\//.test(relative) && files.has(posix.join(posix.dirname(path), relative)))
        continue
      const message = `${path} must not import ${specifier}: a frame loads files of the extension and ${SDK}, so bundle everything else`
      throw invalid(path, message, 'import')
    }
  }
}

function importsOf(path: string, source: string): readonly ImportSpecifier[] {
  try {
    const [imports] = parse(source)
    return imports
  } catch {
    throw invalid(path, `${path} must be a JavaScript module`, 'syntax')
  }
}
