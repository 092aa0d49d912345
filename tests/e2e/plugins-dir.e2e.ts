import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { writeExampleFiles } from '../fixtures/example-files.ts'
import { addArtworks } from './fixtures/content.ts'
import { startServer } from './fixtures/server.ts'
import { expect, test as base } from './fixtures/test.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A test with the sample plugin, built outside the product as the docs describe. */
const test = base.extend({
  server: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the names of this pattern
    async ({}, use) => {
      const results = join(ROOT, 'test-results')
      mkdirSync(results, { recursive: true })
      const project = mkdtempSync(join(results, 'plugin-'))
      cpSync(join(ROOT, 'tests/fixtures/word-count'), join(project, 'src'), { recursive: true })
      writeExampleFiles('docs/writing-a-plugin.md', /^vite\.config\.js$/, project)
      const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
      const args = [vite, 'build', '--outDir', 'plugins/word-count', '--logLevel', 'warn']
      const { status } = spawnSync(process.execPath, args, { cwd: project, stdio: 'inherit' })
      expect(status).toBe(0)
      const server = await startServer({ env: { PLUGINS_DIR: join(project, 'plugins') } })
      await use(server)
      await server.stop()
      rmSync(project, { recursive: true })
    },
    { scope: 'worker' },
  ],
})

test('a plugin in PLUGINS_DIR has its page, its styles and its command', async ({
  ownerPage: page,
  owner,
  server,
}) => {
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await addArtworks(server, owner, 2, 'draft')
  await page.goto(`/${owner.bucket.slug}/word-count`)
  const row = page.getByRole('list', { name: 'Objects' }).getByRole('listitem').first()
  await expect(row).toHaveText(/Work \d.*words/)
  await expect(row).toHaveCSS('display', 'flex')

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('count words')
  await expect(page.getByRole('option').first()).toHaveText(/^Count words/)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Work 1')
  await page.getByRole('option', { name: /^Work 1/ }).click()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText(/words in 1 object/).first()).toBeVisible()
  expect(problems).toEqual([])
})
