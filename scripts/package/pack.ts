import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { ROOT } from './bundle.ts'

/** A `package.json` with the fields that packing reads. */
export interface Manifest {
  name: string
  exports?: Record<string, string>
  dependencies?: Record<string, string>
  [field: string]: unknown
}

/** Fields that all packages of a version share. */
export interface Release {
  version: string
  license: string
  engines: { node: string }
}

/** Reads the manifest of a folder in the repository. */
export const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest

/** Reads the release from the root's manifest. @throws when the changelog does not have the version */
export function readRelease(): Release {
  const { version, license } = manifestIn('.') as Manifest & Release
  assertInChangelog(version, readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'))
  return { version, license, engines: { node: '>=22.13' } }
}

/** Checks the changelog. @throws when it has no entry for a version */
export function assertInChangelog(version: string, changelog: string): void {
  if (!changelog.split('\n').includes(`## ${version}`))
    throw new Error(`CHANGELOG.md has no “## ${version}”, the version in package.json.`)
}

/**
 * Creates an archive that npm can install.
 * @param folder where the archive is written
 * @param addFiles adds everything but the manifest and the licence to a folder, and returns the manifest
 * @returns the path of `<name>-<version>.tgz`
 */
export async function pack(
  folder: string,
  addFiles: (stage: string) => Manifest | Promise<Manifest>,
): Promise<string> {
  const stage = mkdtempSync(join(tmpdir(), 'typecase-package-'))
  try {
    const manifest = await addFiles(stage)
    cpSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'))
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    const archive = execFileSync(
      'npm',
      ['pack', '--silent', '--pack-destination', resolve(folder)],
      { cwd: stage, encoding: 'utf8' },
    )
    return join(folder, archive.trim())
  } finally {
    rmSync(stage, { recursive: true })
  }
}
