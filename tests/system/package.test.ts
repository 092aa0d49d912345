import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { makePackage } from '../../scripts/package/make.ts'
import { assertInChangelog } from '../../scripts/package/pack.ts'
import { freePort, logOf, ready } from '../e2e/fixtures/server.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A folder with the installed package, as npm installs it without the network: only its dependencies are present. */
let folder: string
let program: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'typecase-installed-'))
  const archive = await makePackage(folder)
  const installed = join(folder, 'node_modules/typecase')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['xzf', archive, '-C', installed, '--strip-components=1'])
  const { bin, dependencies } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  ) as { bin: { typecase: string }; dependencies: Record<string, string> }
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), link)
  }
  program = join(installed, bin.typecase)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('packing refuses a version that is not in the changelog', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n## 0.2.0\n\n### Added\n'
  for (const version of ['0.3.0', '0.2', '0.2.0-beta.1'])
    expect(() => assertInChangelog(version, changelog)).toThrow(`“## ${version}”`)
  assertInChangelog('0.2.0', changelog)
})

test('the installed package lists its commands, including those that work on the data folder', () => {
  const help = (...args: string[]) =>
    execFileSync(process.execPath, [program, ...args, '--help'], { cwd: folder, encoding: 'utf8' })
  expect(help()).toContain('npx typecase <noun> <verb>')
  expect(help('start')).toContain('npx typecase start')
  for (const name of ['account', 'import', 'secret-key'])
    expect(help(name)).toContain(`npx typecase ${name}`)
})

test('the installed package serves the dashboard, the API and the modules that extensions import', async () => {
  const port = await freePort()
  const env = { PATH: process.env['PATH'], PORT: String(port), LOG_LEVEL: 'warn' }
  const stdio = ['ignore', 'ignore', 'pipe'] as const
  const server = spawn(process.execPath, [program, 'start'], {
    cwd: folder,
    env,
    stdio: [...stdio],
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    const url = `http://127.0.0.1:${port}`
    await ready(url, server, logOf(server.stderr))
    const page = await (await fetch(`${url}/login`)).text()
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? []
    expect((await fetch(url + script)).status).toBe(200)
    expect((await fetch(`${url}/ext/sdk/1.js`)).status).toBe(200)
    expect(await (await fetch(`${url}/ext/sdk/1.css`)).text()).toContain('Inter')
    // The output of the start shows the demo's sign-in.
    expect((await fetch(`${url}/v3/admin/users/get`)).status).toBe(401)
  } finally {
    server.kill('SIGTERM')
    await ended
  }
})
