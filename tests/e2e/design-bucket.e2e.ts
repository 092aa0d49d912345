import { startTestAi, type TestAi } from '../../packages/server/src/testing/ai-server.ts'
import { type RunningServer, startServer } from './fixtures/server.ts'
import { expect, type Owner, signInOnPage, signUpOwner, test } from './fixtures/test.ts'
import { violations } from './fixtures/violations.ts'

const recipes = {
  title: 'Recipes',
  singular: 'Recipe',
  slug: 'recipes',
  metafields: [{ key: 'cook', title: 'Cook', type: 'object', object_type: 'cooks' }],
}
const cooks = { title: 'Cooks', slug: 'cooks' }

let ai: TestAi
let server: RunningServer
let owner: Owner
test.beforeAll(async () => {
  ai = await startTestAi()
  server = await startServer({ env: ai.settings })
  owner = await signUpOwner(server, 'designer')
})
test.afterAll(async () => {
  await server.stop()
  ai.close()
})
test.beforeEach(({ page }) => signInOnPage(page, server.url, owner.token))

function answer(content: string): void {
  ai.answer = (reply) => reply.end(JSON.stringify({ choices: [{ message: { content } }] }))
}

test('a project is started from a description, which stays if the design fails', async ({
  page,
}) => {
  await page.goto(`${server.url}/projects/new`)
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await expect(dialog.getByRole('textbox', { name: 'Project title' })).toBeFocused()
  await page.keyboard.type('Kitchen')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Kitchen')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type('From')
  await expect(page.getByRole('option', { name: 'From a description' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const description = dialog.getByRole('textbox', { name: 'Description' })
  await expect(description).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(description).toHaveAccessibleDescription(/Description is a required field/)
  expect(await violations(page)).toEqual([])

  await page.keyboard.type('Recipes, each by a cook')
  answer('I cannot do that.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'The AI provider (AI_BASE_URL) answered something unexpected.',
  )
  await expect(description).toHaveValue('Recipes, each by a cook')
  answer(JSON.stringify([recipes, cooks]))
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page).toHaveURL(`${server.url}/kitchen/objects`)
  const types = page.getByRole('navigation', { name: 'Object types' })
  await expect(types.getByRole('link', { name: 'Recipes' })).toBeVisible()
  await expect(types.getByRole('link', { name: 'Cooks' })).toBeVisible()
})

test('a bucket is designed from the palette', async ({ page }) => {
  answer(JSON.stringify([cooks]))
  await page.goto(`${server.url}/projects/${owner.project.id}`)
  await expect(page.getByRole('list', { name: 'Buckets' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('bucket from description')
  await page.keyboard.press('Enter')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByPlaceholder('Bucket title')).toBeFocused()
  await page.keyboard.type('Staff')
  await page.keyboard.press('Enter')
  await expect(palette.getByRole('textbox', { name: 'What is the content for?' })).toBeFocused()
  await page.keyboard.type('The cooks of a restaurant')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page).toHaveURL(`${server.url}/staff/objects`)
  await expect(page.getByRole('link', { name: 'Cooks' }).first()).toBeVisible()
})
